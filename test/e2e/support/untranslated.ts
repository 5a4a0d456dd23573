import type { Page } from '@playwright/test'
import type { Language } from '../../../shared/messages/languages.js'
import * as wire from '../../../shared/wire/enums.js'

/** Words of the wire that traders write in the same way, in every language. */
const TRADE_TERMS = new Set(
  'GTC IOC GTD FOK OTO OCO OTOCO TWAP VWAP POV AM PM ETF ACATS'.split(' '),
)

/** Words of the wire: of its enumerations, and everything in their spelling. */
const WIRE_TERMS = Object.values(wire)
  .flat()
  .filter((word) => /^[A-Z]{3,}$/.test(word) && !TRADE_TERMS.has(word))

/** Words of the wire with which the line of an order begins in English: "SELL SHORT 5 AAPL". */
const ORDER_LINE_TERMS = ['BUY', 'SELL', 'SHORT', 'CHANGE', 'CANCEL']

/** English words that a text of the window could have, and that Spanish has in no meaning. */
const ENGLISH_TERMS = [
  ...['buy', 'sell', 'short', 'long', 'market', 'limit', 'filled', 'working', 'rejected'],
  ...['canceled', 'pending', 'open', 'close', 'closed', 'order', 'orders', 'position', 'today'],
  ...['positions', 'account', 'price', 'quantity', 'time', 'loading', 'search', 'settings'],
  ...['yesterday', 'none', 'unknown', 'the', 'and', 'with', 'from', 'your', 'this', 'not', 'yes'],
]

/** What is no text of the window: names of requests, and names of companies. */
const NO_TEXT = [
  '.budgets',
  '.happened',
  '[data-panel="log"] .grid-row',
  '[data-panel="screeners"] .grid-row',
].join(', ')

/**
 * Returns the texts in a part of the page that have a word of the wire or, in Spanish, an English
 * word, one line each: what it shows, and what a pointer or a screen reader gets.
 */
export const untranslated = (
  page: Page,
  language: Language,
  within = 'body',
): Promise<readonly string[]> =>
  page.evaluate(
    ([part, noText, wireTerms, englishTerms]) => {
      const ofWire = new RegExp(String.raw`\b(${wireTerms.join('|')}|[A-Z]{2,}(_[A-Z]+)+)\b`)
      const english = new RegExp(String.raw`\b(${englishTerms.join('|')})\b`, 'i')
      const isWrong = (text: string): boolean =>
        ofWire.test(text) || (englishTerms.length > 0 && english.test(text))
      const texts = [...document.querySelectorAll(`${part} *`)]
        // Texts of the broker name their language.
        .filter((element) => element.closest('[lang]') === document.documentElement)
        .filter((element) => element.closest(noText) === null)
        .flatMap((element) => [
          ...[...element.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE)
            .map((node) => node.textContent ?? ''),
          ...['title', 'aria-label', 'aria-description', 'placeholder', 'alt'].map(
            (name) => element.getAttribute(name) ?? '',
          ),
        ])
      return [...new Set(texts.filter((text) => isWrong(text)))].map(
        (text) => `not translated: "${text.slice(0, 100)}"`,
      )
    },
    [
      within,
      NO_TEXT,
      language === 'en'
        ? WIRE_TERMS.filter((word) => !ORDER_LINE_TERMS.includes(word))
        : WIRE_TERMS,
      language === 'es' ? ENGLISH_TERMS : [],
    ] as const,
  )
