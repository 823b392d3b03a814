// PayPal's page as the payer sees it at the stand-in: what is paid to whom, and two buttons. It deliberately asks for no
// sign-in, so that a browser test pays with one click.
import { usd } from './paypal.presenter.ts'
import type { StandInOrder } from './paypal.world.ts'

export function renderPayerPage(order: StandInOrder | undefined): string {
  if (!order) return page('<h1>This payment does not exist</h1>')
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return page('<h1>This payment is over</h1>')
  return page(`<h1>Pay $${usd(order.amountMicros)} USD</h1>
<p>to ${escape(order.brandName)}</p>
<form method="post" action="/checkoutnow/${order.id}/approve"><button>Pay now</button></form>
<form method="post" action="/checkoutnow/${order.id}/cancel"><button>Cancel and return</button></form>`)
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>PayPal stand-in</title></head><body><main>${body}</main></body></html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
