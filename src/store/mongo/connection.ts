/** The connection to a replica set. Every option that matters in trouble is explicit. */
import { type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import {
  MONGO_CONNECTIONS,
  MONGO_CONNECT_TIMEOUT_MS,
  MONGO_HEARTBEAT_MS,
  MONGO_SERVER_SELECTION_MS,
  MONGO_SOCKET_TIMEOUT_MS,
} from '../../limits/mongo.js';
import { isUnavailable } from './unavailable.js';

/** MongoDB 6.0, the first with pre-images. */
const MIN_WIRE_VERSION = 17;

/** Marks our operations in the server's list. */
export const APP_NAME = 'pinrate';

export const CLIENT_OPTIONS: MongoClientOptions = {
  appName: APP_NAME,
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: MONGO_SERVER_SELECTION_MS,
  connectTimeoutMS: MONGO_CONNECT_TIMEOUT_MS,
  heartbeatFrequencyMS: MONGO_HEARTBEAT_MS,
  socketTimeoutMS: MONGO_SOCKET_TIMEOUT_MS,
  waitQueueTimeoutMS: MONGO_SERVER_SELECTION_MS,
  maxPoolSize: MONGO_CONNECTIONS,
  minPoolSize: 0,
  // an undefined field would otherwise be stored as null
  ignoreUndefined: false,
  promoteValues: true,
  promoteLongs: true,
  promoteBuffers: false,
};

/** @throws an error of one line, without the URI, which may contain a password, when no replica set can be reached */
export async function connect(uri: string, options: MongoClientOptions = {}): Promise<MongoClient> {
  const client = clientFor(uri, options);
  try {
    await client.connect();
    assertReplicaSet(await client.db('admin').command({ hello: 1 }));
    return client;
  } catch (error) {
    await client.close();
    throw isUnavailable(error)
      ? new Error(`MONGODB_URI: the replica set cannot be reached: ${(error as Error).message}`, { cause: error })
      : error;
  }
}

/** @param hello the server's answer to the command `hello` */
export function assertReplicaSet(hello: Document): void {
  if (hello.setName === undefined && hello.msg !== 'isdbgrid') {
    throw new Error(
      'MONGODB_URI: the server is not a member of a replica set, and transactions and change streams need one; '
        + 'a replica set may have a single member',
    );
  }
  if (!(Number(hello.maxWireVersion) >= MIN_WIRE_VERSION))
    throw new Error('MONGODB_URI: the server is older than MongoDB 6.0');
}

function clientFor(uri: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(uri, { ...CLIENT_OPTIONS, ...options });
  } catch (error) {
    throw new Error(`MONGODB_URI is not valid: ${(error as Error).message.replaceAll(uri, '…')}`, { cause: error });
  }
}
