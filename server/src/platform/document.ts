// A document as an answer: made whole before the answer begins, so that nobody takes half of one for the whole. Its
// maker bounds its size. It deliberately knows no noun.

export type DocumentFile = {
  /** With its ending; letters, digits, dots and dashes. */
  name: string
  /** PDF. */
  content: Uint8Array<ArrayBuffer>
}

export function answerDocument({ name, content }: DocumentFile): Response {
  return new Response(content, {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(content.byteLength),
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}
