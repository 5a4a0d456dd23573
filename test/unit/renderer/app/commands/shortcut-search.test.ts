import { describe, expect, it } from 'vitest'
import { matchesShortcut } from '../../../../../renderer/app/overlays/keyboard/shortcut-search.js'

describe('the search of shortcuts', () => {
  const keys = ['Ctrl', 'Shift', 'H']

  it('finds a title by its words in any order, without accents', () => {
    expect(matchesShortcut('ordenes', 'Órdenes', [])).toBe(true)
    expect(matchesShortcut('detener NEGOCIACION', 'Detener negociación', [])).toBe(true)
    expect(matchesShortcut('trading halt', 'Halt trading', [])).toBe(true)
    expect(matchesShortcut('trading resume', 'Halt trading', [])).toBe(false)
  })

  it('finds keys as people write them', () => {
    for (const query of ['ctrl+shift+h', 'Ctrl Shift H', 'shift', 'ctrl sh']) {
      expect(matchesShortcut(query, 'Halt trading', keys), query).toBe(true)
    }
    expect(matchesShortcut('+', 'Zoom', ['+', '−'])).toBe(true)
    expect(matchesShortcut('ctrl+k', 'Halt trading', keys)).toBe(false)
  })

  it('shows everything for an empty query', () => {
    expect(matchesShortcut('  ', 'Halt trading', keys)).toBe(true)
  })
})
