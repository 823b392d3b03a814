// Subscribing to notifications. Channel names are constants of ours, so they can stand in the statement.
import type pg from 'pg'

export async function listenTo(client: pg.Client, channels: readonly string[]): Promise<void> {
  await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
}
