// Prints a signature: PINRATE_SECRET=… node sign.mjs METHOD PATH TIMESTAMP [BODY_SHA256]
import { createHmac } from 'node:crypto';

const [method, path, timestamp, bodySha256 = ''] = process.argv.slice(2);
const text = method + path + timestamp + bodySha256;
console.log(createHmac('sha256', process.env.PINRATE_SECRET).update(text).digest('base64'));
