import { describe, expect, it } from 'vitest'
import {
  MAX_INDICATORS,
  initialSettings,
  parseSettings,
  settingsText,
} from '../../../../../renderer/chart/indicators/settings.js'

describe('saved indicators', () => {
  it('are read as they were written', () => {
    const indicators = [
      { kind: 'sma', parameters: [50] },
      { kind: 'bollinger', parameters: [20, 2.5] },
      initialSettings('vwap'),
    ] as const
    expect(parseSettings(settingsText(indicators))).toEqual(indicators)
  })

  it('lose what is unknown and get usual values for what is not allowed', () => {
    expect(parseSettings('moon:3|sma:0|rsi:abc|bollinger:30|ema:2.5')).toEqual([
      initialSettings('sma'),
      initialSettings('rsi'),
      { kind: 'bollinger', parameters: [30, 2] },
      initialSettings('ema'),
    ])
    expect(parseSettings('')).toEqual([])
    expect(parseSettings('sma:9|'.repeat(50))).toHaveLength(MAX_INDICATORS)
  })
})
