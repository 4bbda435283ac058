/** Maps of the sheets that couriers send of what became of parcels. Their names are of the demo's couriers. */

const HAATWALA_ECOM = `# A package report: a line a waybill, days and times that are forced to be texts.
columns:
  awb: waybill_num
  ref: order_id
  picked_up: pickup_date
  to: destination_pin
  payment: package_type
  status: status
  promised: promised_date
  first_attempt: first_attempt_date
  attempts: dispatch_count
  delivered: delivered_date
  returned: rto_date
  billed_weight: charged_weight
units: {billed_weight: g}
values:
  status:
    Delivered: DELIVERED
    RTO: RTO
    LOST: LOST
    In Transit: OPEN
    Pending: OPEN
    Dispatched: OPEN
leave_out:
  # what was never picked up, and pickups from customers
  - {status: [Manifested, Not Picked, Scheduled, Open, Cancelled, DTO]}
  - {payment: [Pickup, REPL]}
`;

const SETUMARG = `# An aggregator's orders: a courier's product in each row, AWBs in quotes, NDRs in place of attempts.
# It needs partners: {their name of a courier or product: our partnerId}
columns:
  awb: AWB Code
  ref: Order ID
  partner: Courier Company
  from: Pickup Pincode
  to: Address Pincode
  payment: Payment Method
  weight: Weight (KG)
  billed_weight: Charged Weight
  status: Status
  picked_up: Order Picked Up Date
  promised: EDD
  first_attempt: First Out For Delivery Date
  failed_attempts: Number of NDR Attempts
  delivered: Order Delivered Date
  returned: RTO Delivered Date
units: {weight: kg, billed_weight: kg}
values:
  status:
    DELIVERED: DELIVERED
    RTO DELIVERED: RTO
    RTO_DELIVERED: RTO
    RTO ACKNOWLEDGED: RTO
    LOST: LOST
    DAMAGED: LOST
    DESTROYED: LOST
    DISPOSED OFF: LOST
    PICKED UP: OPEN
    SHIPPED: OPEN
    IN TRANSIT: OPEN
    REACHED AT DESTINATION HUB: OPEN
    OUT FOR DELIVERY: OPEN
    UNDELIVERED: OPEN
    MISROUTED: OPEN
    DELAYED: OPEN
    RTO INITIATED: OPEN
    RTO_INITIATED: OPEN
    RTO IN TRANSIT: OPEN
    RTO OFD: OPEN
    RTO NDR: OPEN
leave_out:
  - {status: [NEW, INVOICED, READY TO SHIP, PICKUP SCHEDULED, PICKUP EXCEPTION, OUT FOR PICKUP, CANCELED, CANCELLED]}
`;

const DHARALINE_SURFACE = `# A register: day and time in two columns, and reasons behind the words of the status.
columns:
  awb: AWB_NO
  ref: REF NO
  picked_up: [PICKUP_DT, PICKUP_TM]
  from: ORG_PIN
  to: DEST_PIN
  payment: PROD
  weight: ACT_WT
  billed_weight: CHRG_WT
  status: STATUS
  promised: EXP_DLV_DT
  first_attempt: [FIRST_ATT_DT, FIRST_ATT_TM]
  attempts: ATTEMPTS
  delivered: [DLV_DT, DLV_TM]
  returned: RTO_DLV_DT
units: {weight: kg, billed_weight: kg}
values:
  payment: {CODS: COD, PPDS: PREPAID}
  status:
    SHIPMENT DELIVERED: DELIVERED
    RETURNED TO SHIPPER: RTO
    SHIPMENT LOST: LOST
    SHIPMENT DESTROYED: LOST
    IN TRANSIT: OPEN
    SHIPMENT OUT FOR DELIVERY: OPEN
    HELD AT LOCATION: OPEN
    RETURN IN TRANSIT: OPEN
    /^UNDELIVERED\\b/: OPEN
leave_out:
  - {status: [SHIPMENT BOOKED, PICKUP AWAITED, CANCELLED BY SHIPPER]}
`;

const NABHDOOT_AIR = `# A tracking report: semicolons, 12-hour clocks, a column for each day out for delivery.
separator: ;
dates: DD/MM/YYYY
columns:
  awb: AWB Number
  ref: Order Number
  picked_up: Pickup Date
  from: Origin Pincode
  to: Destination Pincode
  payment: Payment Mode
  weight: Actual Weight (kg)
  billed_weight: Billed Weight (kg)
  status: Current Status
  promised: Expected Delivery Date
  first_attempt: OFD 1
  attempts: Attempts
  delivered: Delivery Date
  returned: RTO Delivery Date
values:
  status:
    Delivered: DELIVERED
    RTO Delivered: RTO
    Lost: LOST
    Damaged: LOST
    In Transit: OPEN
    Reached At Destination: OPEN
    Out For Delivery: OPEN
    Undelivered: OPEN
    NDR: OPEN
    RTO Initiated: OPEN
    RTO In Transit: OPEN
    RTO Undelivered: OPEN
leave_out:
  - {status: [Data Received, Pickup Pending, Pickup Failed, Cancelled]}
`;

const GAJAVAHAN_FREIGHT = `# Freight by the docket: a title above, days as numbers, totals below; no cash is collected.
columns:
  awb: Docket No
  ref: Customer Ref
  picked_up: Booking Date
  from: Origin Pin
  to: Destination Pin
  weight: Actual Wt (kg)
  billed_weight: Charged Wt (kg)
  status: Docket Status
  promised: Due Date
  first_attempt: First Attempt
  attempts: No of Attempts
  delivered: Delivered On
  returned: Returned On
set: {payment: PREPAID}
values:
  status:
    DELIVERED: DELIVERED
    DELIVERED SHORT: DELIVERED
    RETURNED: RTO
    LOST: LOST
    IN TRANSIT: OPEN
    AT HUB: OPEN
    APPOINTMENT: OPEN
    UNDELIVERED: OPEN
    RETURN IN TRANSIT: OPEN
leave_out:
  - {status: [BOOKED, CANCELLED]}
`;

/** By name, YAML. */
export const SHIPPED_MAPS: ReadonlyMap<string, string> = new Map([
  ['dharaline-surface', DHARALINE_SURFACE],
  ['gajavahan-freight', GAJAVAHAN_FREIGHT],
  ['haatwala-ecom', HAATWALA_ECOM],
  ['nabhdoot-air', NABHDOOT_AIR],
  ['setumarg', SETUMARG],
]);
