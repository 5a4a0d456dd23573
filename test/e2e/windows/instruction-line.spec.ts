import { expect, test } from '@playwright/test'
import {
  callTool,
  connectHttp,
  openEndpoint,
  pairAssistant,
  stockOrder,
} from '../instructions/assistant-page.js'
import { openMainWindow } from '../support/main-window-page.js'
import { chooseInTab, panelPage } from '../support/panel-windows.js'

test('A chart in a window of its own shows the order that an assistant asks for', async () => {
  const desk = await openMainWindow({ suite: 'instructions-own-window', keyStore: 'none' })
  try {
    await desk.ready()
    await desk.choose('AAPL')
    const url = await openEndpoint(desk, 2)
    const client = await connectHttp(url, (await pairAssistant(desk, 'Morning desk')).token)
    await chooseInTab(desk.page, 'Chart', 'Open in own window')
    const own = await panelPage(desk)
    await expect(own.locator('[data-drawn]')).toBeVisible()
    await callTool(client, 'place_stock_instruction', await stockOrder(desk, '31'))
    await expect(own.getByRole('button', { name: /^Not sent: .*BUY 31 AAPL/ })).toBeVisible()
    await desk.screenshot('chart', own)
    await client.close()
  } finally {
    await desk.close()
  }
})
