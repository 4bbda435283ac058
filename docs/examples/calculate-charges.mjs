// Asks what a shipment costs: PINRATE_SECRET=… node calculate-charges.mjs
import { calculateCharges, connect } from 'pinrate/client';

const { PINRATE_URL = 'http://127.0.0.1:8080', PINRATE_SERVICE_ID = 'main-system', PINRATE_SECRET } = process.env;

const pinrate = connect({ url: PINRATE_URL, service: PINRATE_SERVICE_ID, secret: PINRATE_SECRET });
const { data: quote } = await calculateCharges(pinrate, {
  partnerId: 'haatwala-ecom',
  pickupPincode: '110001',
  deliveryPincode: '560001',
  weight: 1200,
  shipmentType: 'B2C',
  paymentType: 'COD',
  declaredValue: 2499.5,
  serviceRequirements: ['PICKUP', 'DELIVERY'],
});
if (quote.available) console.log(`INR ${quote.charges.totalAmount}`);
else console.log(`no: ${quote.coverage.reason}`);
