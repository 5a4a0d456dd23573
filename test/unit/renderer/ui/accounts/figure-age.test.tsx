import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { MainWindowProvider } from '../../../../../renderer/stores/context.js'
import type { MainWindow } from '../../../../../renderer/stores/main-window.js'
import {
  CellAge,
  FigureAge,
  PriceAge,
  SumAge,
  ValueAge,
} from '../../../../../renderer/ui/accounts/figure-age.js'
import { epochMs } from '../../../../../shared/domain/time.js'

const NOW = 100_000
const mainWindow = { now: () => NOW } as MainWindow

/** Returns the text that is painted. */
const paint = (element: ReactNode): string =>
  renderToStaticMarkup(<MainWindowProvider value={mainWindow}>{element}</MainWindowProvider>)
    .replaceAll(/<[^>]*>/g, '')
    .trim()
const ago = (ms: number) => epochMs(NOW - ms)

describe('REL-41: what is older than its neighbors says so', () => {
  it.each([
    ['a price of now', 2_999, ''],
    ['a price that was not read in time', 3_000, '≤ 3 s'],
  ])('%s', (_case, ms, text) => {
    expect(paint(<PriceAge pricedAt={ago(ms)} />)).toBe(text)
  })

  it.each([
    ['streamed prices', null, null, ''],
    ['prices that were read in time', null, 2_999, ''],
    ['one old price', null, 4_200, '≤ 4 s'],
    ['figures that stand still', 2_000, null, '2 s ago'],
    ['figures that stand still, of newer prices', 2_000, 1_500, '2 s ago'],
    ['figures that stand still, of an older price', 2_000, 2_500, '≤ 2 s'],
  ])('a figure of the account with %s', (_case, stopped, priced, text) => {
    const moments = {
      valuedAt: stopped === null ? null : ago(stopped),
      pricedAt: priced === null ? null : ago(priced),
    }
    expect(paint(<ValueAge moments={moments} hint="" />)).toBe(text)
  })

  it('a position that was read while it changed is at most as old as its request', () => {
    const time = ago(2_300)
    expect(paint(<CellAge time={time} hint="" isUpTo />)).toBe('≤ 2 s')
    expect(paint(<FigureAge time={time} hint="" isUpTo />)).toBe('≤ 2 s')
    expect(paint(<FigureAge time={ago(1_900)} hint="" isUpTo />)).toBe('')
  })

  it.each([
    ['of now', null, 2_000, ''],
    ['one of which is stopped', 2_100, 1_000, '≤ 2 s'],
    ['one of which has an old price', null, 65_000, '≤ 1 min'],
  ])('a sum of positions %s', (_case, stopped, priced, text) => {
    const moments = {
      valuedAt: stopped === null ? null : ago(stopped),
      pricedAt: priced === null ? null : ago(priced),
    }
    expect(paint(<SumAge moments={moments} inCell />)).toBe(text)
  })
})
