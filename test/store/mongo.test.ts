// Only in npm run test:all.
/** The store's suite against MongoDB. */
import { openMongoStore } from '../../src/store/mongo/store.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import { storeSuite } from './store-suite.js';

describeWithMongo('the MongoDB store', (uri) => {
  storeSuite('MongoDB', () =>
    openMongoStore({ uri, database: freshDatabase(), report: (error, message) => console.error(message, error) }),
  );
});
