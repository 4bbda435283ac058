/** Loaded as one file: what a parcel costs, and where couriers go. */
import { MapPage } from './map/page.js';
import { PincodesPage } from './pincodes/page.js';
import { RatePage } from './rate/page.js';

/** By the first part of their paths. */
export const VIEWS = { map: MapPage, pincodes: PincodesPage, rate: RatePage };
