// Who is signed in, as a store the whole console reads, and the few ways to change it. Restoring shows the
// remembered person at once and asks the server behind the screen; only the server's word lets any data in. This
// file never holds a refresh token.
import { useSyncExternalStore } from 'react'
import type { AuthConnection } from './auth-client.ts'
import { acting } from './acting.ts'
import { followAccount } from './language.ts'
import { followSession, freshToken, heldSession, holdSession, renewSession, type Session } from './session.ts'
import { displayOf } from './signed-in-user.display.ts'
import { readStoredUser, writeStoredUser, type SignedInUser } from './signed-in-user.ts'

export type AuthState =
  | { kind: 'loading' }
  /** `former`: the session ended by itself while something was being filled in, and their screen is kept for them. */
  | { kind: 'signed-out'; former?: SignedInUser }
  | { kind: 'signed-in'; user: SignedInUser }
  /** The server could not be asked; nothing is known. */
  | { kind: 'unreachable' }

const listeners = new Set<() => void>()
let state: AuthState = { kind: 'loading' }
let connecting: Promise<AuthConnection> | null = null
let restoring: Promise<void> | null = null
/** Somebody asked to be signed out, here or in another tab. */
let isLeaving = false
let leaving: Promise<boolean> | null = null

function setState(next: AuthState): void {
  state = next
  for (const listener of listeners) listener()
}

function enter(user: SignedInUser): void {
  writeStoredUser(user)
  setState({ kind: 'signed-in', user })
}

function leave(): void {
  writeStoredUser(null)
  if (state.kind !== 'signed-out' || state.former !== undefined) setState({ kind: 'signed-out' })
}

/** Whether somebody would lose what they typed. */
function isFillingIn(): boolean {
  return typeof document !== 'undefined' && document.querySelector('[role=dialog] form, main form') !== null
}

/** The session is over though nobody asked for it: what is being filled in stays, for the same person to go on. */
function lose(): void {
  if (state.kind === 'signed-out') return
  if (state.kind !== 'signed-in' || acting !== null || isLeaving || !isFillingIn()) return leave()
  const former = state.user
  writeStoredUser(null)
  setState({ kind: 'signed-out', former })
}

/** Whose language this page has followed: not at each renewal, since what another tab chose must not load it anew. */
let followed: string | null = null

function take(session: Session | null): void {
  if (session === null) return lose()
  const { id, app_metadata: app } = session.user
  if (followed !== id) {
    followed = id
    followAccount(app['language'])
  }
  enter(displayOf(session))
}

async function openConnection(): Promise<AuthConnection> {
  const { connectAuth } = await import('./auth-client.ts')
  return connectAuth()
}

function connection(): Promise<AuthConnection> {
  connecting ??= openConnection().catch((error: unknown) => {
    connecting = null
    throw error
  })
  return connecting
}

/** A client remembers a failed refresh for a minute; after an outage a new one asks at once. */
async function dropConnection(): Promise<void> {
  const dropped = connecting
  connecting = null
  if (dropped !== null) await (await dropped).client.dispose()
}

async function restoreOnce(): Promise<void> {
  if ((await renewSession()) !== 'unreachable') return
  await dropConnection()
  if (state.kind === 'loading') setState({ kind: 'unreachable' })
}

/** Restores the session behind the cookie; concurrent callers share one attempt. */
function restore(): Promise<void> {
  restoring ??= restoreOnce().finally(() => {
    restoring = null
  })
  return restoring
}

/** Tells other tabs that somebody asked to be signed out; a session that ended by itself says nothing. */
const leftName = 'inrange.left'

function tellLeaving(): void {
  try {
    localStorage.setItem(leftName, String(Date.now()))
  } catch {
    // Storage that is forbidden: the other tabs find out by their next request.
  }
}

function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === leftName) {
      holdSession(null)
      leave()
    }
    if (event.key !== 'inrange.user') return
    if (event.newValue === null) lose()
    else if (state.kind === 'signed-out') void restore()
  })
}

/** Whether anybody may be signed in. A value that cannot be read (broken, or forbidden) may stand for somebody. */
function mayHaveSession(): boolean {
  try {
    return localStorage.getItem('inrange.user') !== null
  } catch {
    return true
  }
}

/**
 * Starts the store: the remembered person at once, the server's answer when it comes. Where nobody is remembered the
 * server is not asked at all: its refusal would greet every first visitor with an error in the browser's console.
 */
export function startAuth(): void {
  const isAsked = mayHaveSession()
  const remembered = readStoredUser()
  if (remembered !== null) setState({ kind: 'signed-in', user: remembered })
  followSession(take)
  followOtherTabs()
  if (isAsked) void restore()
  else setState({ kind: 'signed-out' })
}

/** Asks again after 'unreachable'. */
export function retryAuth(): void {
  setState({ kind: 'loading' })
  void restore()
}

/** Starts loading the auth client before it is needed. */
export function warmAuth(): void {
  void connection().catch(() => undefined)
}

/** The auth client, for what a lazily loaded module asks of it; with a session where somebody is signed in. */
export async function authConnection(): Promise<AuthConnection> {
  if (state.kind !== 'signed-out') await accessToken()
  return connection()
}

/** The server refused because something comes first; asks it what, unless that is known. */
export function noteDuty(code: string): void {
  if (code.endsWith('_required') && state.kind === 'signed-in' && state.user.duty === null) void restore()
}

/** The server knows no such session any more. */
function isOverAlready({ status }: { status?: number | undefined }): boolean {
  return status === 401 || status === 403 || status === 404
}

/**
 * Ends this session on the server and then here. False when the server could not be told: the session then still
 * exists.
 */
export function signOut(): Promise<boolean> {
  leaving ??= endSession().finally(() => {
    leaving = null
  })
  return leaving
}

/** Waits for a sign-out that is under way. True when it has ended the session: nothing is asked with it any more. */
export async function hasLeft(): Promise<boolean> {
  return (await leaving) ?? false
}

async function endSession(): Promise<boolean> {
  try {
    if (heldSession() === null) await restore()
    if (state.kind !== 'signed-in') return true
    isLeaving = true
    const token = await accessToken()
    if (token === null) return state.kind !== 'signed-in'
    const opened = await connection()
    // Not the client's own sign-out: it forgets the session before it asks the server, and a session that the server
    // could not be told of would live on behind a screen that says it is over.
    const { error } = await opened.client.admin.signOut(token, 'local')
    if (error !== null && !isOverAlready(error)) return false
    holdSession(null)
  } catch {
    return false
  } finally {
    isLeaving = false
  }
  tellLeaving()
  leave()
  return true
}

/** An access token that is good for at least some seconds; null when there is no session to be had. */
export async function accessToken(): Promise<string | null> {
  if (state.kind === 'signed-out') return null
  return freshToken() ?? renewAccess()
}

/**
 * A new access token, also when the one at hand still looks good; null when the session is over or cannot be
 * asked for.
 */
export async function renewAccess(): Promise<string | null> {
  await restore()
  return state.kind === 'signed-in' ? (heldSession()?.access_token ?? null) : null
}

/** Gives up the screen that was kept for somebody. */
export function dropFormer(): void {
  leave()
}

/**
 * The access token once the person whose screen is kept has signed in again and may go on; null when nobody's is, or
 * somebody else came.
 */
export function signedInAgain(): Promise<string | null> {
  const former = state.kind === 'signed-out' ? state.former : undefined
  if (former === undefined) return Promise.resolve(null)
  return new Promise((resolve) => {
    const end = subscribeAuth(() => {
      const isStillKept = state.kind === 'signed-out' && state.former !== undefined
      const isOnTheWay = state.kind === 'signed-in' && state.user.id === former.id && state.user.duty !== null
      if (isStillKept || isOnTheWay || state.kind === 'loading') return
      end()
      const isSame = state.kind === 'signed-in' && state.user.id === former.id
      resolve(isSame ? accessToken() : null)
    })
  })
}

export function subscribeAuth(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function authState(): AuthState {
  return state
}

export function useAuthState(): AuthState {
  return useSyncExternalStore(subscribeAuth, authState)
}

/**
 * The signed-in person, or whom they act for; for components below the shell, which only exist while someone is signed
 * in.
 */
export function useSignedInUser(): SignedInUser {
  const current = useAuthState()
  if (current.kind === 'signed-out' && current.former !== undefined) return current.former
  if (current.kind !== 'signed-in')
    throw new Error('A component of the signed-in console was shown without a signed-in user.')
  return acting?.user ?? current.user
}
