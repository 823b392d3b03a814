// Sends an array to PostgreSQL and reads back what it understood.
import type pg from 'pg'

export async function echoArray(client: pg.Client, type: string, octets: Buffer): Promise<unknown[]> {
  const { rows } = await client.query(`select x from unnest($1::${type}[]) with ordinality as t (x, n) order by n`, [
    octets,
  ])
  return rows.map((row: { x: unknown }) => row.x)
}
