import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { namedPage } from './page-name.ts'

test('the page of the console carries the name before its code runs, and nothing of it is markup', async () => {
  const page = await readFile(new URL('../../../console/index.html', import.meta.url), 'utf8')
  const named = namedPage(page, { name: 'Hello & "Co" <b>$&', tagline: '</title><script>' })
  expect(named).toContain('<title>Hello &amp; &quot;Co&quot; &lt;b&gt;$&amp;</title>')
  expect(named).toContain('<meta name="application-name" content="Hello &amp; &quot;Co&quot; &lt;b&gt;$&amp;"')
  expect(named).toContain('<meta name="tagline" content="&lt;/title&gt;&lt;script&gt;"')
  expect(named.match(/<script/g)).toHaveLength(page.match(/<script/g)?.length ?? 0)
})
