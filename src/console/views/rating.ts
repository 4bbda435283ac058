/** Pages that are loaded together: what a parcel costs, and where couriers go. One file of them is far smaller. */
export { MapPage } from './map/page.js';
export { PincodesPage } from './pincodes/page.js';
export { RatePage } from './rate/page.js';
