/** One document of each collection with all its fields. Together they are a valid dataset. */
import type { DatasetCollection, Documents } from '../../src/contract/documents/documents.js';

const MADE = '2026-04-01T00:00:00.000Z';

export const EXAMPLES: { [C in DatasetCollection]: Documents[C] } = {
  'states': { id: 21, name: 'Maharashtra', code: 'MH', gstCode: '27' },
  'cities': { id: 392, name: 'Pune', stateId: 21, createdAt: MADE, aliases: ['Poona', 'Pimpri-Chinchwad'] },
  'areas': { id: 53708, name: 'Pune', cityId: 392, createdAt: MADE },
  'pincodes': {
    pincode: '411001', cityId: 392, stateId: 21, areaIds: [53708], latitude: 18.5115, longitude: 73.8783,
    source: 'offices',
  },
  'service-types': {
    serviceTypeId: 'PICKUP', serviceTypeName: 'Pickup', displayName: 'Pickup from the sender', category: 'SHIPPING',
  },
  'partners': {
    partnerId: 'my-courier', name: 'My Courier', status: 'ACTIVE', tier: 'TIER_1', joinedDate: '2026-04-01',
    gstStateCode: '27',
    contact: {
      name: 'Customer desk', phone: '+91-00000-00000', email: 'desk@my-courier.example',
      trackingUrl: 'https://my-courier.example/track',
    },
    limits: {
      maxWeight: 30000, maxDimensions: { length: 100, width: 80, height: 80 }, maxCodAmount: 25000,
      maxDeclaredValue: 100000,
    },
    paymentTypes: ['COD', 'PREPAID'], shipmentTypes: ['B2C'], cutoffTime: '17:00', weekendDelivery: false,
    sameDay: false, deliveryWindow: { from: '10:00', to: '19:00' }, volumetricDivisor: 5000,
    transit: [{ distanceFrom: 0, distanceTo: 100, hours: 24 }, { distanceFrom: 100, distanceTo: 6000, hours: 96 }],
    performance: {
      successRate: 0.95, totalShipments: 120000, monthlyVolume: 9000, averageDeliveryTime: 61.5,
      avgMonthlyRevenue: 540000, customerSatisfaction: 4.2, topRoutes: [{ route: 'Pune - Delhi', shipments: 4100 }],
    },
  },
  'zones': {
    id: 1, partnerId: 'my-courier', name: 'Maharashtra', description: 'An example with every field', status: true,
    attributes: ['HILL'], geographical: { states: [21], cities: [392], areas: [53708] },
    services: [{
      serviceTypeId: 'HILL', isAvailable: true, baseCharge: 35, customCharges: { CORPORATE: 30 },
      additionalInfo: {
        cutoffTime: '16:00', deliveryWindow: '10:00-18:00', maxWeight: 20000, restrictions: ['No glass'],
        specialInstructions: 'Call before delivery', vehicleType: 'Bike',
      },
    }, { serviceTypeId: 'DELIVERY', isAvailable: true }, { serviceTypeId: 'COD', isAvailable: true, baseCharge: 5 },
    { serviceTypeId: 'PREPAID', isAvailable: true }],
    operationalDetails: {
      operatingHours: { monday: '09:00-18:00', sunday: 'CLOSED' },
      capacity: { maxDailyShipments: 400, maxWeightPerDay: 600000 }, specialHandling: ['Cover from rain'],
    },
    createdAt: MADE, updatedAt: MADE,
  },
  'zone-pincodes': { partnerId: 'my-courier', zoneId: 1, pincode: '411001', assignedAt: MADE },
  'packages': {
    id: 1, packageId: 'PUNE-500', partnerId: 'my-courier', packageName: 'Within Pune, 500 g slabs',
    baseWeight: 500, baseCharge: 55, addonWeight: 500, addonCharge: 45, minWeight: 0, maxWeight: 5000,
    shipmentType: 'B2C', fromZoneId: 1, toZoneId: 1, status: true, validFrom: '2026-04-01T00:00:00+05:30',
    validTo: '2027-03-31T23:59:59+05:30', createdAt: MADE,
  },
  'distance-charges': {
    id: 1, partnerId: 'my-courier', distanceFrom: 1000, distanceTo: 2000, charge: 6.5, chargeType: 'percentage',
    status: true,
  },
  'customer-charges': {
    id: 1, partnerId: 'my-courier', customerId: 'ACME', type: 'cod', chargeType: 'percentage', value: 1.75, minKg: 0,
    maxKg: 5.5, status: true, createdAt: MADE,
  },
  'discounts': {
    id: 1, partnerId: 'my-courier', fromWeight: 2, toWeight: 5, discountType: 'percentage', discountValue: 7.5,
    appliesTo: 'FREIGHT', description: 'Parcels of 2 to 5 kg', validFrom: '2026-10-01T00:00:00+05:30',
    validTo: '2026-11-15T23:59:59+05:30', status: true, createdAt: MADE,
  },
  'credentials': {
    id: 'my-shop', kind: 'service', tier: 'UNLIMITED', status: 'ACTIVE', requireBodyHash: false,
    secrets: [{ version: 1, secret: 'change-me-to-a-long-random-secret', notAfter: null }],
  },
  'assignments': {
    assignmentId: 'ASG-20260401-000001', caller: { kind: 'service', id: 'my-shop' }, shipmentId: 'ORDER-1001',
    requestHash: 'a3'.repeat(32), partnerId: 'my-courier', createdAt: MADE, assignment: { shipmentId: 'ORDER-1001' },
  },
};
