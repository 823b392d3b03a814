// What the tests of saved views arrange. Imported by tests only.
import type pg from 'pg'

export async function insertViewer(client: pg.Client, username: string, role: string): Promise<string> {
  const text = `insert into users (username, email, role) values ($1, $1 || '@example.com', $2) returning id`
  const { rows } = await client.query<{ id: string }>(text, [username, role])
  return rows[0]!.id
}

export async function emptyViews(client: pg.Client): Promise<void> {
  await client.query('truncate saved_views')
}
