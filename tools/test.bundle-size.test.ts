// The first load is what the page names before anything is clicked, and has a budget.
import { expect, test } from 'vitest'
import { describeParts, describeSizes, initialScriptBytesMax, listInitialScripts } from './test.bundle-size.ts'

test('scripts and module preloads count, each once; styles and pictures do not', () => {
  const html = `<script type="module" crossorigin src="/assets/index.js"></script>
    <script src="/before-paint.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react.js">
    <link rel="modulepreload" crossorigin href="/assets/react.js">
    <link rel="stylesheet" href="/assets/index.css"><link rel="icon" href="/favicon.svg">`
  expect(listInitialScripts(html)).toEqual(['/assets/index.js', '/before-paint.js', '/assets/react.js'])
})

test('the budget is a bound: at it is well, one byte over is a fault that names the largest', () => {
  const half = initialScriptBytesMax / 2
  const one = { path: '/one.js', bytes: half }
  expect(describeSizes([one, { path: '/two.js', bytes: half }])).toBeUndefined()
  expect(describeSizes([one, { path: '/two.js', bytes: half + 1 }])).toContain(`${half + 1} /two.js\n  ${half} /one.js`)
})

test('the frame, each page and the styles have a budget each', () => {
  const parts = [
    { name: 'frame-x1.js', bytes: 20_000 },
    { name: 'wallet.page-x2.js', bytes: 25_000 },
    { name: 'index-x3.css', bytes: 12_000 },
    { name: 'contract-form-x4.js', bytes: 90_000 },
  ]
  expect(describeParts(parts)).toBeUndefined()
  const [first, ...others] = parts
  expect(describeParts([{ name: first?.name ?? '', bytes: 20_001 }, ...others])).toContain('frame-x1.js')
})

test('a part that is in no file is a fault: its budget would hold whatever it weighs', () => {
  const others = [
    { name: 'wallet.page-x2.js', bytes: 1 },
    { name: 'index-x3.css', bytes: 1 },
  ]
  expect(describeParts([{ name: 'frame-x1.js', bytes: 1 }, ...others])).toBeUndefined()
  expect(describeParts(others)).toBe('The frame is in no file of the build: none is called like ^frame-.')
})
