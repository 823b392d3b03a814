// An instant as mails say it. Pure.

/** 2026-01-31 23:59 UTC: whoever reads the mail may be anywhere. */
export function utcText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
