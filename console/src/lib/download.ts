// A file of the API, saved where the browser saves files. The whole file is fetched first, with the access token that a
// plain link could not carry, so that a refusal is an error on the page and never a saved page of error text.
import type { OperationId } from '@inrange/contract/operations'
import { routes } from '@inrange/contract/routes'
import { addressOf, errorOf, sendSignedIn, type CallInput } from './api.ts'

/** Rejects with ApiError. The name is the server's. */
export async function download<K extends OperationId>(name: K, input: CallInput<K>): Promise<void> {
  const [, path = '/'] = routes[name].split(' ')
  const response = await sendSignedIn(addressOf(path, input), {})
  if (!response.ok) throw await errorOf(response)
  const fileName = fileNameOf(response.headers.get('content-disposition')) ?? `${name.replace('.', '-')}.csv`
  save(await response.blob(), fileName)
}

/** Saves what an address gives, without leaving the page; a refusal is then a download that failed. */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** The file name of an answer; null when it names none. */
export function fileNameOf(disposition: string | null): string | null {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? null
}

/** A file that this page made itself. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
