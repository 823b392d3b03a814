// A link that was made, in the contract's shape: it leaves in the answer only where it could not be mailed. Pure.
export type PresentedLink = { link: string | null; isMailed: boolean; expiresAt: string }

export function presentLink(made: { link: string; isMailed: boolean; expiresAt: Date }): PresentedLink {
  const { link, isMailed, expiresAt } = made
  return { link: isMailed ? null : link, isMailed, expiresAt: expiresAt.toISOString() }
}
