// What the catalogs say, for tests that use the console in another language than English: by the English sentence.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from './console.fixture.ts'

export type Translations = Readonly<Record<string, string | { other: string }>>
/** The sentence as the page says it. */
export type Say = (english: string) => string

/** Everything that is translated; nothing in English. */
export async function readTranslations(language: string): Promise<Translations> {
  if (language === 'en') return {}
  const dir = join(import.meta.dirname, '../console/src/i18n/catalogs', language)
  const all: Record<string, string | { other: string }> = {}
  for (const name of readdirSync(dir)) {
    const { texts } = (await import(pathToFileURL(join(dir, name)).href)) as { texts: Translations }
    Object.assign(all, texts)
  }
  return all
}

/** Throws for a sentence without a translation, so that a test never looks for words that nobody shows. */
export async function sayIn(language: string): Promise<Say> {
  const translations = await readTranslations(language)
  return (english) => {
    const translated = language === 'en' ? english : translations[english]
    if (typeof translated !== 'string') throw new Error(`No ${language} for: ${english}`)
    return translated
  }
}

/** From the next address on. The account keeps its own language: nothing is told to the server. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('inrange.language', '"${language}"')`)
}

/** English that stands on the page as it is, though there is a translation of it. */
export async function englishOn(page: Page, translations: Translations): Promise<string[]> {
  const seen = await page.evaluate<string[]>(`(() => {
    const found = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      // What people and carriers wrote is in whatever language they wrote it in.
      if (node.parentElement.closest('script, style, pre, code, bdi, time, [dir=auto], [lang]:not(html)')) continue
      found.push(node.textContent.trim())
    }
    for (const each of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(each.getAttribute(name) ?? '')
    return found
  })()`)
  const left = seen.filter((text) => {
    const translation = Object.hasOwn(translations, text) ? translations[text] : undefined
    return translation !== undefined && translation !== text && /\p{L}{2}/u.test(text)
  })
  return [...new Set(left)]
}

/**
 * Figures whose signs and digits do not stand from left to right, as they are read in every language: a sum, a share, a
 * number with its plus, a day or time in digits. Told with what stands around them.
 */
export function reorderedOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const figure = /\\d{4}-\\d\\d(?:-\\d\\d)?|(?<!\\d)[-+]?[\\u200e\\u2068]?\\$?\\d+(?:[.,:]\\d+)*[\\u200e\\u2069]?%?/g
    const found = new Set()
    const range = document.createRange()
    const boxAt = (node, at) => {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    }
    const isReordered = (node, [text], from) => {
      const boxes = [...text].map((_, index) => boxAt(node, from + index)).filter(({ width }) => width > 0)
      const isBefore = (box, former) => box.left < former.left && Math.abs(box.top - former.top) < box.height / 2
      return boxes.some((box, index) => index > 0 && isBefore(box, boxes[index - 1]))
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.data
      // What people and carriers wrote has the order of its own language.
      if (walker.currentNode.parentElement.closest('[dir=auto]')) continue
      for (const match of text.matchAll(figure)) {
        if (match[0].length > 1 && isReordered(walker.currentNode, match, match.index))
          found.add(match[0] + ' in: ' + text.slice(Math.max(0, match.index - 40), match.index + 60))
      }
    }
    return [...found]
  })()`)
}
