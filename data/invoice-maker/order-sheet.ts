/** The usual sheet of orders. */
import { kilograms } from './invoice.js';
import type { Order } from './orders.js';

export const ORDER_HEADINGS = [
  ...['Order ID', 'AWB Number', 'Courier', 'Pickup Pincode', 'Drop Pincode', 'Weight (kg)'],
  ...['Length (cm)', 'Breadth (cm)', 'Height (cm)', 'Payment Mode', 'Order Value', 'COD Amount'],
  ...['Shipment Type', 'Ship Date', 'Status'],
];

export const orderRow = (order: Order): string[] => [
  ...[order.ref, order.awb, order.partnerId, order.from, order.to],
  order.grams === null ? '' : kilograms(order.grams),
  ...(order.sides ?? ['', '', '']).map(String),
  ...[order.payment === 'COD' ? 'COD' : 'Prepaid', order.value.toFixed(2)],
  order.payment === 'COD' ? order.value.toFixed(2) : '0.00',
  ...[order.type, order.date, order.status],
];
