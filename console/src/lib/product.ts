// What the platform calls itself. The server writes it into the page, so it is right before anything is asked; who
// changes it sees it at once.
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function metaOf(name: string): HTMLMetaElement | null {
  return document.querySelector(`meta[name=${name}]`)
}

export function productName(): string {
  return metaOf('application-name')?.content ?? ''
}

/** What stands below the name until an operator writes something else; that is said in the reader's language. */
export const defaultTagline = 'Message Receiving Platform'

/** As the operator wrote it. */
export function tagline(): string {
  return metaOf('tagline')?.content ?? ''
}

/** Calls the platform something else on this page, as every other page will find it. */
export function renameProduct(name: string, line: string): void {
  const former = productName()
  metaOf('application-name')?.setAttribute('content', name)
  metaOf('tagline')?.setAttribute('content', line)
  document.title = document.title.replace(former, name)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useProductName(): string {
  return useSyncExternalStore(subscribe, productName)
}

export function useTagline(): string {
  return useSyncExternalStore(subscribe, tagline)
}
