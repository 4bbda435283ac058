// Only in npm run test:all.
/** The store's suite against MongoDB. */
import { describeWithMongo, openEmptyStore } from '../support/mongo.js';
import { storeSuite } from './store-suite.js';

describeWithMongo('the MongoDB store', (uri) => {
  storeSuite('MongoDB', () => openEmptyStore(uri));
});
