// Links: how their tokens look, where they may lead, and what the browser is told there. A link leads only to pages of
// our own: whoever asked chose the page, and it is given a code. Pure.
import { createHash } from 'node:crypto'
import type { LinkPurpose, LinkRow } from './recovery.queries.ts'

export const LINK_TOKEN_BYTES = 32
const TOKEN_TEXT = /^[A-Za-z0-9_-]{43}$/

/** Whether the text can be the token of a link at all. */
export function isLinkToken(text: string): boolean {
  return TOKEN_TEXT.test(text)
}

/** What the database knows a link by. */
export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a link still opens anything. */
export function isLinkOpen(link: Pick<LinkRow, 'usedAt' | 'expiresAt'>, now: Date): boolean {
  return link.usedAt === null && link.expiresAt > now
}

const PAGES = { recovery: 'reset-password', invitation: 'accept-invitation' } as const

/** The console's page for links of this purpose. */
export function linkPage(publicUrl: string, purpose: LinkPurpose): string {
  return new URL(PAGES[purpose], baseOf(publicUrl)).href
}

/** An address that an administrator hands over: the token stands in the fragment, which no server and no log sees. */
export function handedAddress(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${linkPage(publicUrl, purpose)}#token=${token}`
}

/**
 * The address in a mail to somebody who asked. Its token alone opens nothing, so it may stand where servers see it; the
 * page it leads to is remembered with the link and cannot be changed on the way.
 */
export function mailedAddress(publicUrl: string, token: string): string {
  return new URL(`auth/v1/verify?token=${token}&type=recovery`, baseOf(publicUrl)).href
}

/** The address as we may send a browser there, or null when it is not a page of our own. */
export function ownPage(publicUrl: string, address: string): string | null {
  const base = baseOf(publicUrl)
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  const isOurs = url.origin === new URL(base).origin && url.username === '' && url.password === ''
  return isOurs ? url.href : null
}

/** The page with what it is to be told in its query. */
export function pageTold(page: string, facts: Record<string, string>): string {
  const url = new URL(page)
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value)
  return url.href
}

function baseOf(publicUrl: string): string {
  return publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`
}
