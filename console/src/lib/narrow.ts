// Whether the screen is as narrow as a phone, where a row of the list is a card of two lines.
import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
