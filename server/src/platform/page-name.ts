// Writes the name of the platform into the console's page, so that it is right before any code runs. A name is text:
// nothing in it is markup. Pure.
export type PageName = { name: string; tagline: string }

export function namedPage(page: string, { name, tagline }: PageName): string {
  const content = (text: string) => `content="${escape(text)}"`
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(name)}</title>`)
    .replace(/(<meta name="application-name") content="[^"]*"/, (_whole, start: string) => `${start} ${content(name)}`)
    .replace(/(<meta name="tagline") content="[^"]*"/, (_whole, start: string) => `${start} ${content(tagline)}`)
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}
