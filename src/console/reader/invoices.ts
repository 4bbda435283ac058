import './node-prices.js';
