// Hears every statement that the program sends to PostgreSQL, and tells by running one again how many rows it read in
// which table, and how: what the planner did, not what it estimated, functions included. For tests.
import pg from 'pg'
import { readRowsInOrder } from './archive.queries.ts'

export type Statement = { text: string; values: readonly unknown[] }
/** Of one table: rows of sequential scans, and rows or entries walked by an index. */
export type RowsRead = { table: string; inOrder: number; byIndex: number }

const UNIQUE_VIOLATION = '23505'
const READING = /^\s*(select|with)\b/i
/** What is written by a statement that begins as a reading one. */
const WRITING = /\b(insert\s+into|update\s+\w|delete\s+from|for\s+(no\s+key\s+)?update|pg_notify|pg_advisory)/i

export type StatementRecorder = {
  /** What was sent since the last call, each text once, readers alone. */
  take(): Statement[]
  stop(): void
}

/** Listens to every client of this process. */
export function recordStatements(): StatementRecorder {
  const prototype = pg.Client.prototype
  // Always called with a client as `this`.
  // oxlint-disable-next-line typescript/unbound-method -- as said above
  const original = prototype.query
  let heard = new Map<string, Statement>()
  const record = function (this: pg.Client, ...args: unknown[]): unknown {
    const statement = statementOf(args)
    if (statement && READING.test(statement.text) && !WRITING.test(statement.text)) {
      heard.set(statement.text, statement)
    }
    return Reflect.apply(original, this, args)
  }
  prototype.query = record as typeof original
  return {
    take: () => {
      const taken = [...heard.values()]
      heard = new Map()
      return taken
    },
    stop: () => void (prototype.query = original),
  }
}

function statementOf([first, second]: readonly unknown[]): Statement | null {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  if (typeof first !== 'object' || first === null || !('text' in first) || typeof first.text !== 'string') return null
  const values = 'values' in first && Array.isArray(first.values) ? first.values : Array.isArray(second) ? second : []
  return { text: first.text, values }
}

/**
 * What one statement reads, by running it in a transaction of its own that is given up. The plan tells what it walked,
 * index entries without their rows included; the counters of the transaction tell what functions read inside.
 */
export async function readRowsOf(client: pg.Client, { text, values }: Statement): Promise<RowsRead[]> {
  await client.query('begin')
  try {
    // Counters stand since they were last passed on, not since the transaction began.
    const before = new Map((await readRowsInOrder(client)).map((row) => [row.table, row.inOrder]))
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, format json, timing off, buffers off) ${text}`,
      [...values],
    )
    const read = new Map<string, RowsRead>()
    walk(rows[0]?.['QUERY PLAN'][0]?.Plan, read)
    for (const { table, inOrder } of await readRowsInOrder(client)) {
      const row = read.get(table) ?? { table, inOrder: 0, byIndex: 0 }
      read.set(table, { ...row, inOrder: inOrder - (before.get(table) ?? 0) })
    }
    return [...read.values()]
  } catch (error) {
    // It wrote after all, by a function, and what it wrote stands already: not a reader.
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return []
    throw error
  } finally {
    await client.query('rollback')
  }
}

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

function walk(node: PlanNode | undefined, read: Map<string, RowsRead>): void {
  if (!node) return
  const name = node['Relation Name']
  if (name !== undefined && node['Node Type'] !== 'Seq Scan') {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    const row = read.get(name) ?? { table: name, inOrder: 0, byIndex: 0 }
    row.byIndex += Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
    read.set(name, row)
  }
  for (const child of node.Plans ?? []) walk(child, read)
}
