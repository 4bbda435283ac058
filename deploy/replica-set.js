// For mongosh on the first member: creates the replica set if there is none yet, and waits until it has a primary.
// A second run changes nothing. The nodes reach the members by these names.
const members = ['mongo-1:27017', 'mongo-2:27017', 'mongo-3:27017'];

const NOT_YET_INITIALIZED = 94;
const PRIMARY_WITHIN_MS = 60000;
const PAUSE_MS = 500;

function primary() {
  try {
    return db.adminCommand({ replSetGetStatus: 1 }).members.find(({ stateStr }) => stateStr === 'PRIMARY');
  } catch (error) {
    if (error.code !== NOT_YET_INITIALIZED) throw error;
    db.adminCommand({ replSetInitiate: { _id: 'rs0', members: members.map((host, _id) => ({ _id, host })) } });
    return undefined;
  }
}

const deadline = Date.now() + PRIMARY_WITHIN_MS;
let found = primary();
while (found === undefined) {
  if (Date.now() > deadline) throw new Error('the replica set has no primary');
  sleep(PAUSE_MS);
  found = primary();
}
print(`primary: ${found.name}`);
