// A statement as a PDF: a page or more of A4 with a head, a summary, every movement with the balance after it, and
// "Page x of y". Its text can be selected and searched, it says its language and title, and its tables are tagged for
// screen readers (towards PDF/UA, ISO 14289-1; not certified). Its length is bounded by the lines it is given.
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import Pdf from 'pdfkit'
import { moneyParts, type Line } from './statement.rules.ts'

export type StatementSheet = {
  platform: string
  owner: { username: string; email: string; id: string }
  month: string
  /** 'March 2026' */
  monthText: string
  isOver: boolean
  madeAt: Date
  openingMicros: bigint
  closingMicros: bigint
  movements: readonly { label: string; amountMicros: bigint; entries: number }[]
  lines: readonly Line[]
  /** Whether the lines are not all of the month. */
  isShortened: boolean
}

const require = createRequire(import.meta.url)
const fonts = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
}
const page = { width: 595.28, height: 841.89, side: 48, top: 48, foot: 796 }
const inner = page.width - 2 * page.side
const end = page.width - page.side
const inks = { ink: '#16181d', soft: '#565d6b', faint: '#8b92a0', line: '#dfe3ea', accent: '#2b52d6', band: '#f5f7fb' }
const rowHeight = 19
/** Where the columns of the movements begin; amounts end at theirs. */
const columns = { at: page.side, what: page.side + 88, amountEnd: end - 118, balanceEnd: end }

type Sheet = { doc: PDFKit.PDFDocument; y: number }
type Element = PDFKit.PDFStructureElement

/** @returns the whole file, held in memory: some ten kilobytes a page */
export async function renderStatement(statement: StatementSheet): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Statement ${statement.monthText}, ${statement.owner.username}`
  const doc = new Pdf({
    size: [page.width, page.height],
    // Everything has its place, so nothing may begin a page by itself.
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: statement.platform, CreationDate: statement.madeAt },
  })
  const content = collect(doc)
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const root = doc.struct('Document', { title, lang: 'en' })
  doc.addStructure(root)
  const sheet = { doc, y: page.top }
  drawHead(sheet, root, statement)
  drawSummary(sheet, root, statement)
  await drawMovements(sheet, root, statement)
  root.end()
  drawFeet(doc, statement)
  doc.end()
  return await content
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.once('error', reject)
    doc.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
  })
}

type Style = { font?: 'regular' | 'bold'; size?: number; ink?: string }

/** One line of text in its place, cut with an ellipsis where it would not fit. @returns its width */
function write(
  doc: PDFKit.PDFDocument,
  text: string,
  place: { x: number; y: number; width?: number; isEnd?: boolean },
  { font = 'regular', size = 9, ink = inks.ink }: Style = {},
): number {
  doc.font(font).fontSize(size).fillColor(ink)
  const shown = place.width === undefined ? text : fit(doc, text, place.width)
  const width = doc.widthOfString(shown)
  doc.text(shown, place.isEnd === true ? place.x - width : place.x, place.y, { lineBreak: false })
  return width
}

const graphemes = new Intl.Segmenter('en')

function fit(doc: PDFKit.PDFDocument, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text
  const signs = [...graphemes.segment(text)].map(({ segment }) => segment)
  let [least, most] = [0, signs.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (doc.widthOfString(`${signs.slice(0, middle).join('')}…`) <= width) least = middle
    else most = middle - 1
  }
  return `${signs.slice(0, least).join('').trimEnd()}…`
}

/** An element that holds what is drawn in it. */
function put(doc: PDFKit.PDFDocument, parent: Element, tag: string, draw: () => void): void {
  parent.add(doc.struct(tag, {}, draw))
}

/** What is only to be seen. */
function adorn(doc: PDFKit.PDFDocument, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

function rule(doc: PDFKit.PDFDocument, y: number, ink = inks.line, width = 0.6): void {
  adorn(doc, () => doc.moveTo(page.side, y).lineTo(end, y).lineWidth(width).strokeColor(ink).stroke())
}

function drawHead(sheet: Sheet, root: Element, statement: StatementSheet): void {
  const { doc } = sheet
  const { owner, platform, monthText } = statement
  adorn(doc, () => {
    doc.roundedRect(page.side, page.top, 22, 22, 5).fill(inks.accent)
    doc.roundedRect(page.side + 5.5, page.top + 6.5, 11, 7.5, 2).fill('#ffffff')
  })
  put(doc, root, 'P', () => {
    write(doc, platform, { x: page.side + 31, y: page.top + 3, width: 220 }, { font: 'bold', size: 13 })
  })
  put(doc, root, 'H1', () => {
    write(doc, 'Account statement', { x: end, y: page.top + 1, isEnd: true }, { font: 'bold', size: 15 })
  })
  put(doc, root, 'P', () => {
    write(doc, monthText, { x: end, y: page.top + 21, isEnd: true }, { size: 10.5, ink: inks.soft })
  })
  sheet.y = page.top + 52
  rule(doc, sheet.y, inks.accent, 1.2)
  sheet.y += 16
  const facts = [
    { name: 'Account', values: [owner.username, owner.email] },
    { name: 'Period (UTC)', values: [periodText(statement), statement.isOver ? '' : 'The month is not over yet.'] },
    { name: 'Made', values: [`${statement.madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`, owner.id] },
  ]
  const width = inner / facts.length
  for (const [index, { name, values }] of facts.entries()) {
    const x = page.side + index * width
    put(doc, root, 'P', () => {
      write(doc, name, { x, y: sheet.y }, { size: 7.5, ink: inks.soft })
      const [first = '', second = ''] = values
      write(doc, first, { x, y: sheet.y + 12, width: width - 12 }, { font: 'bold', size: 9.5 })
      const size = second.length > 30 ? 7 : 8.5
      if (second !== '') write(doc, second, { x, y: sheet.y + 26, width: width - 6 }, { size, ink: inks.soft })
    })
  }
  sheet.y += 58
}

function periodText({ month }: StatementSheet): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return `${month}-01 to ${month}-${days}`
}

function drawSummary(sheet: Sheet, root: Element, statement: StatementSheet): void {
  const { doc } = sheet
  const rows = [
    { label: 'Opening balance', micros: statement.openingMicros, isSum: true },
    ...statement.movements.map(({ label, entries, amountMicros }) => ({
      label: `${label} (${entries})`,
      micros: amountMicros,
      isSum: false,
    })),
    { label: 'Closing balance', micros: statement.closingMicros, isSum: true },
  ]
  const height = rows.length * rowHeight + 12
  adorn(doc, () => doc.roundedRect(page.side, sheet.y, inner, height, 6).fill(inks.band))
  sheet.y += 6
  const table = doc.struct('Table')
  root.add(table)
  for (const [index, { label, micros, isSum }] of rows.entries()) {
    if (index === rows.length - 1) adornSum(sheet)
    const style: Style = isSum ? { font: 'bold', size: 10 } : { ink: inks.soft, size: 9.5 }
    const row = doc.struct('TR')
    table.add(row)
    put(doc, row, 'TH', () => write(doc, label, { x: page.side + 14, y: sheet.y + 4 }, style))
    put(doc, row, 'TD', () => writeMoney(doc, micros, { end: end - 14, y: sheet.y + 4, withSign: !isSum }, style))
    sheet.y += rowHeight
  }
  table.end()
  sheet.y += 12
  put(doc, root, 'P', () => {
    const note =
      'Balances are what is ready for withdrawal and what is on hold. Amounts are US dollars, to the millionth.'
    write(doc, note, { x: page.side, y: sheet.y, width: inner }, { size: 7.5, ink: inks.soft })
  })
  sheet.y += 24
}

function adornSum({ doc, y }: Sheet): void {
  adorn(doc, () => {
    doc.moveTo(page.side + 14, y).lineTo(end - 14, y)
    doc.lineWidth(0.8).strokeColor(inks.faint).stroke()
  })
}

/** Dollars and cents as a person reads them, the places below in a fainter ink, all ending in one line. */
function writeMoney(
  doc: PDFKit.PDFDocument,
  micros: bigint,
  { end: x, y, withSign }: { end: number; y: number; withSign: boolean },
  style: Style = {},
): void {
  const { dollars, rest } = moneyParts(micros, withSign)
  const faint: Style = { ...style, font: 'regular', ink: inks.faint }
  // First what is read first, and so by whoever listens.
  write(doc, dollars, { x: x - widthOf(doc, rest, faint), y, isEnd: true }, style)
  write(doc, rest, { x, y, isEnd: true }, faint)
}

function widthOf(doc: PDFKit.PDFDocument, text: string, { font = 'regular', size = 9 }: Style = {}): number {
  return doc.font(font).fontSize(size).widthOfString(text)
}

/** Between pages others have their turn: a long statement takes a good part of a second. */
async function drawMovements(sheet: Sheet, root: Element, statement: StatementSheet): Promise<void> {
  const { doc } = sheet
  put(doc, root, 'H2', () => write(doc, 'Movements', { x: page.side, y: sheet.y }, { font: 'bold', size: 11.5 }))
  sheet.y += 22
  if (statement.lines.length === 0) {
    put(doc, root, 'P', () => {
      write(doc, 'Nothing came or went in this month.', { x: page.side, y: sheet.y }, { ink: inks.soft })
    })
    return
  }
  const table = doc.struct('Table')
  root.add(table)
  drawTableHead(sheet, table)
  for (const line of statement.lines) {
    if (sheet.y + rowHeight > page.foot - 24) {
      await setImmediate()
      doc.addPage()
      sheet.y = page.top
      drawTableHead(sheet, null)
    }
    drawLine(sheet, table, line)
  }
  table.end()
  if (!statement.isShortened) return
  put(doc, root, 'P', () => {
    const note = 'Not all entries of this month fit here. The CSV file has all of them; the summary is of all.'
    write(doc, note, { x: page.side, y: sheet.y + 6 }, { size: 8, ink: inks.soft })
  })
}

/** On the pages that follow it is repeated for the eye alone: a table has one head. */
function drawTableHead(sheet: Sheet, table: Element | null): void {
  const { doc, y } = sheet
  const style = { size: 7.5, ink: inks.soft, font: 'bold' } as const
  const heads = [
    () => write(doc, 'Time (UTC)', { x: columns.at, y }, style),
    () => write(doc, 'Movement', { x: columns.what, y }, style),
    () => write(doc, 'Amount', { x: columns.amountEnd, y, isEnd: true }, style),
    () => write(doc, 'Balance', { x: columns.balanceEnd, y, isEnd: true }, style),
  ]
  if (table === null) adorn(doc, () => heads.forEach((draw) => draw()), 'Pagination')
  else {
    const row = doc.struct('TR')
    table.add(row)
    for (const draw of heads) {
      const options: PDFKit.Mixins.StructureElementOptions & { scope: string } = { scope: 'Column' }
      row.add(doc.struct('TH', options, draw))
    }
  }
  sheet.y += 14
  rule(doc, sheet.y - 1, inks.faint, 0.8)
}

function drawLine(sheet: Sheet, table: Element, line: Line): void {
  const { doc, y } = sheet
  const text = y + 4.5
  const row = doc.struct('TR')
  table.add(row)
  const at = line.at.toISOString().slice(0, 16).replace('T', ' ')
  put(doc, row, 'TD', () => write(doc, at, { x: columns.at, y: text }, { size: 8.5, ink: inks.soft }))
  put(doc, row, 'TD', () => {
    const used = write(doc, line.label, { x: columns.what, y: text })
    const { dollars, rest } = moneyParts(line.amountMicros, true)
    const left = columns.amountEnd - columns.what - used - widthOf(doc, dollars + rest) - 18
    if (line.description === '' || left < 30) return
    const x = columns.what + used + 6
    write(doc, line.description, { x, y: text + 0.75, width: left }, { size: 7.5, ink: inks.soft })
  })
  put(doc, row, 'TD', () => writeMoney(doc, line.amountMicros, { end: columns.amountEnd, y: text, withSign: true }))
  put(doc, row, 'TD', () =>
    writeMoney(doc, line.balanceMicros, { end: columns.balanceEnd, y: text, withSign: false }, { font: 'bold' }),
  )
  row.end()
  sheet.y += rowHeight
  rule(doc, sheet.y - 0.5)
}

function drawFeet(doc: PDFKit.PDFDocument, { platform, owner, monthText }: StatementSheet): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    rule(doc, page.foot)
    const style = { size: 7.5, ink: inks.soft }
    const y = page.foot + 8
    adorn(
      doc,
      () => {
        const what = `${platform} · Statement ${monthText} · ${owner.username}`
        write(doc, what, { x: page.side, y, width: inner - 100 }, style)
        write(doc, `Page ${index - start + 1} of ${count}`, { x: end, y, isEnd: true }, style)
      },
      'Pagination',
    )
  }
}
