// The durable half of stage 2: parts are stored (and so can be acknowledged at once), and those that complete a
// message are given back joined. Runs within the transaction of the batch. Assemblies are locked first, in key order,
// so that parts of one message that come in two batches at once see each other.
import type pg from 'pg'
import type { ConnectionFacts } from '../features/carriers/carriers.public.ts'
import {
  byteaArray,
  int2Array,
  int4Array,
  textArray,
  timestampArray,
  uuidArray,
  uuidOctets,
} from '../platform/pg-array.ts'
import type { Composed, Part } from './1-decode.ts'
import { isComplete, join, type AssemblyKey, type HeldPart } from './2-reassemble.ts'
import {
  COMPLETE_ASSEMBLIES,
  DROP_EMPTY_ASSEMBLIES,
  FIND_LATE_COPIES,
  HOLD_PARTS,
  LOCK_ASSEMBLIES,
  LOCK_DUE_ASSEMBLIES,
  READ_PARTS,
} from './ingest.queries.ts'
import { sha1 } from './digest.ts'

/** What became of each part, in the order given, and the messages that are whole now. */
export type Held = { outcomes: ('held' | 'duplicate')[]; completed: Composed[] }

type AssemblyRow = {
  id: string
  connection_id: string
  sender: string
  recipient: string
  reference: number
  total: number
}
type PartRow = {
  assembly_id: string
  sequence: number
  received_at: Date
  data_coding: number
  locking_shift: number | null
  single_shift: number | null
  units: Buffer
  provider_id: string | null
  raw: Buffer
}

export async function holdParts(client: pg.PoolClient, parts: readonly Part[], atMs: number): Promise<Held> {
  const assemblies = await lockAssemblies(client, parts)
  const lateCopies = await findLateCopies(client, parts)
  const wanted = parts.filter((_, index) => !lateCopies.has(index))
  const inserted = await insertParts(client, wanted, assemblies)
  const seen = new Set<string>()
  const outcomes = parts.map((part, index): 'held' | 'duplicate' => {
    const key = `${assemblyOf(assemblies, part).id} ${part.sequence}`
    // Of equal parts within one batch the first is held and the others are copies of it.
    if (lateCopies.has(index) || !inserted.has(key) || seen.has(key)) return 'duplicate'
    seen.add(key)
    return 'held'
  })
  if (lateCopies.size > 0) await client.query(DROP_EMPTY_ASSEMBLIES, [[...assemblies.values()].map(({ id }) => id)])
  const connectionOf = new Map(parts.map((part) => [part.connection.connectionId, part.connection]))
  const completed = await complete(client, [...assemblies.values()], connectionOf, atMs, isComplete)
  return { outcomes, completed }
}

/**
 * Assemblies whose time is over, joined from what came; their rows are locked and marked completed in the caller's
 * transaction. `factsOf` says how to read each; one whose connection is not known here waits for a process that knows
 * it.
 */
export async function takeDue(
  client: pg.PoolClient,
  atMs: number,
  factsOf: (connectionId: string) => ConnectionFacts | null,
): Promise<Composed[]> {
  const { rows } = await client.query<AssemblyRow>(LOCK_DUE_ASSEMBLIES, [new Date(atMs)])
  const connections = new Map(rows.map((row) => [row.connection_id, factsOf(row.connection_id)]))
  return complete(client, rows, connections, atMs, () => true)
}

async function lockAssemblies(client: pg.PoolClient, parts: readonly Part[]): Promise<Map<string, AssemblyRow>> {
  const keys = [...new Map(parts.map((part) => [keyText(keyOf(part)), part])).values()]
  const { rows } = await client.query<AssemblyRow>({
    name: 'lock_assemblies',
    text: LOCK_ASSEMBLIES,
    values: [
      ...keyColumns(keys),
      timestampArray(keys.map((part) => part.receivedAtMs)),
      timestampArray(keys.map((part) => part.receivedAtMs + part.connection.reassemblyTimeoutMs)),
    ],
  })
  return new Map(rows.map((row) => [keyText(keyOfRow(row)), row]))
}

async function findLateCopies(client: pg.PoolClient, parts: readonly Part[]): Promise<Set<number>> {
  const { rows } = await client.query<{ ordinal: number }>({
    name: 'find_late_copies',
    text: FIND_LATE_COPIES,
    values: [...keyColumns(parts), int2Array(parts.map((p) => p.sequence)), byteaArray(parts.map((p) => sha1(p.raw)))],
  })
  return new Set(rows.map(({ ordinal }) => ordinal - 1))
}

async function insertParts(
  client: pg.PoolClient,
  parts: readonly Part[],
  assemblies: ReadonlyMap<string, AssemblyRow>,
): Promise<Set<string>> {
  const { rows } = await client.query<{ assembly_id: string; sequence: number }>({
    name: 'hold_parts',
    text: HOLD_PARTS,
    values: [
      uuidArray(parts.map((part) => uuidOctets(assemblyOf(assemblies, part).id))),
      int2Array(parts.map((part) => part.sequence)),
      byteaArray(parts.map((part) => sha1(part.raw))),
      timestampArray(parts.map((part) => part.receivedAtMs)),
      int2Array(parts.map((part) => part.dataCoding)),
      parts.map((part) => part.lockingShift),
      parts.map((part) => part.singleShift),
      byteaArray(parts.map((part) => part.units)),
      textArray(parts.map((part) => part.providerId)),
      byteaArray(parts.map((part) => part.raw)),
    ],
  })
  return new Set(rows.map((row) => `${row.assembly_id} ${row.sequence}`))
}

async function complete(
  client: pg.PoolClient,
  assemblies: readonly AssemblyRow[],
  connections: ReadonlyMap<string, ConnectionFacts | null>,
  atMs: number,
  isDone: (key: AssemblyKey, parts: readonly HeldPart[]) => boolean,
): Promise<Composed[]> {
  if (assemblies.length === 0) return []
  const ids = uuidArray(assemblies.map(({ id }) => uuidOctets(id)))
  const { rows } = await client.query<PartRow>({ name: 'read_parts', text: READ_PARTS, values: [ids] })
  const partsOf = Map.groupBy(rows, (row) => row.assembly_id)
  const completed: Composed[] = []
  const done: string[] = []
  for (const assembly of assemblies) {
    const key = keyOfRow(assembly)
    const parts = (partsOf.get(assembly.id) ?? []).map(heldPart)
    const connection = connections.get(assembly.connection_id)
    if (!connection || parts.length === 0 || !isDone(key, parts)) continue
    completed.push(join(key, parts, connection))
    done.push(assembly.id)
  }
  if (done.length > 0) await client.query(COMPLETE_ASSEMBLIES, [done, new Date(atMs)])
  return completed
}

function heldPart(row: PartRow): HeldPart {
  return {
    sequence: row.sequence,
    receivedAtMs: row.received_at.getTime(),
    dataCoding: row.data_coding,
    lockingShift: row.locking_shift,
    singleShift: row.single_shift,
    units: row.units,
    providerId: row.provider_id,
    raw: row.raw,
  }
}

function keyColumns(parts: readonly Part[]): Buffer[] {
  return [
    uuidArray(parts.map((part) => uuidOctets(part.connection.connectionId))),
    textArray(parts.map((part) => part.sender)),
    textArray(parts.map((part) => part.recipientText)),
    int4Array(parts.map((part) => part.reference)),
    int2Array(parts.map((part) => part.total)),
  ]
}

function keyOf(part: Part): AssemblyKey {
  return { ...part, connectionId: part.connection.connectionId }
}

function keyOfRow(row: AssemblyRow): AssemblyKey {
  return {
    connectionId: row.connection_id,
    sender: row.sender,
    recipientText: row.recipient,
    reference: row.reference,
    total: row.total,
  }
}

function keyText(key: AssemblyKey): string {
  return JSON.stringify([key.connectionId, key.sender, key.recipientText, key.reference, key.total])
}

function assemblyOf(assemblies: ReadonlyMap<string, AssemblyRow>, part: Part): AssemblyRow {
  const assembly = assemblies.get(keyText(keyOf(part)))
  if (!assembly) throw new Error('an assembly was locked for every part')
  return assembly
}
