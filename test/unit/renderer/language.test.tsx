import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dec } from '../../../shared/domain/decimal.js'
import { formatMoney, formatRatio } from '../../../renderer/format/decimal.js'
import { dayStamp, formatAge } from '../../../renderer/format/time.js'
import { useConfirmText } from '../../../renderer/language/confirm-text.js'
import {
  currentLocale,
  onLanguageChange,
  setLanguage,
  TextSet,
} from '../../../renderer/language/language.js'
import { formatMessage } from '../../../renderer/format/message.js'
import { message } from '../../../shared/messages/make-message.js'
import type * as PanelTextModule from '../../../renderer/language/panel-text.js'
import { currentText, englishText, useText } from '../../../renderer/language/window-text.js'

afterEach(() => setLanguage('en'))

/** Loads the texts of late panels as a window does that opens its first one now. */
async function openLatePanel(): Promise<() => string> {
  opened += 1
  const address = `../../../renderer/language/panel-text.ts?opened=${opened}`
  const { usePanelText } = (await import(/* @vite-ignore */ address)) as typeof PanelTextModule
  const LatePanel = () => `${usePanelText().journal.views.summary} ${usePanelText().tables.orders}`
  return () => renderToStaticMarkup(<LatePanel />)
}
let opened = 0

const Probe = () => `${useText().tables.orders} ${useConfirmText().deny}`

describe('the language of a window', () => {
  it('is English until another one is chosen', () => {
    expect(currentText()).toBe(englishText)
    expect(currentLocale()).toBe('en-US')
    expect(renderToStaticMarkup(<Probe />)).toBe('Orders Decline')
  })

  it('changes the texts, the messages and the dates together', async () => {
    const nov = Date.UTC(2026, 10, 21, 15, 20)
    expect(dayStamp(nov)).toBe('Nov 21 10:20 ET')
    expect(formatMessage(message('draft.symbol-missing'))).toBe('Choose a symbol.')
    await setLanguage('es')
    expect(renderToStaticMarkup(<Probe />)).toBe('Órdenes Declinar')
    expect(currentLocale()).toBe('es-US')
    expect(formatMessage(message('draft.symbol-missing'))).toBe('Elija un símbolo.')
    expect(dayStamp(nov)).toMatch(/21.*nov/)
    await setLanguage('en')
    expect(currentText()).toBe(englishText)
  })

  it('writes numbers in the style of the United States in both languages', async () => {
    const written = () => [formatMoney(dec('-1234.5'), 'USD'), formatRatio(dec('0.0123'))]
    const english = written()
    await setLanguage('es')
    expect(english).toEqual(['−$1,234.50', '+1.23%'])
    expect(written()).toEqual(english)
    expect(formatAge(4_000)).toBe('4 s')
  })

  it('notifies once per change, after the texts are loaded', async () => {
    const seen: string[] = []
    const stop = onLanguageChange(() => seen.push(currentText().tables.orders))
    await setLanguage('es')
    await setLanguage('en')
    stop()
    await setLanguage('es')
    expect(seen).toEqual(['Órdenes', 'Orders'])
  })

  it('shows the last choice when an earlier one still loads', async () => {
    const first = setLanguage('es')
    const second = setLanguage('en')
    await Promise.all([first, second])
    expect(currentText()).toBe(englishText)
  })

  it('loads the texts of a language once, and only when it is chosen', async () => {
    const es = vi.fn(async () => Promise.resolve('hola'))
    const texts = new TextSet('hello', es)
    await texts.load('en')
    expect(es).not.toHaveBeenCalled()
    await texts.load('es')
    await texts.load('es')
    expect(es).toHaveBeenCalledOnce()
    expect(texts.current()).toBe('hello')
  })
  it('is also that of a late panel which is opened and changed', async () => {
    await setLanguage('es')
    const written = await openLatePanel()
    expect(written()).toBe('Resumen Órdenes')
    await setLanguage('en')
    expect(written()).toBe('Summary Orders')
    await setLanguage('es')
    expect(written()).toBe('Resumen Órdenes')
  })

  it('is also that of a late panel which is opened while it is being loaded', async () => {
    let finish = (_text: string): void => undefined
    const loading = new Promise<string>((resolve) => {
      finish = resolve
    })
    const slow = new TextSet('hello', async () => loading)
    const change = setLanguage('es')
    const written = await openLatePanel()
    expect(written()).toBe('Summary Orders')
    finish('hola')
    await change
    expect(slow.current()).toBe('hola')
    expect(written()).toBe('Resumen Órdenes')
  })
})
