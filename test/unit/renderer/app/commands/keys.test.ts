import { describe, expect, it } from 'vitest'
import {
  chordOf,
  keyCaps,
  worksWhileTyping,
  type KeyPress,
} from '../../../../../renderer/app/commands/keys.js'
import { COMMANDS, commandFor } from '../../../../../renderer/app/commands/commands.js'
import { nextRow } from '../../../../../renderer/ui/table/row-keys.js'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('shortcuts', () => {
  it.each<[KeyPress, boolean, string | null]>([
    [press('k', { ctrlKey: true }), false, 'Mod+K'],
    [press('k', { metaKey: true }), true, 'Mod+K'],
    [press('k', { ctrlKey: true }), true, null],
    [press('k', { metaKey: true }), false, null],
    [press('?', { shiftKey: true }), false, '?'],
    [press('F6', { shiftKey: true }), false, 'Shift+F6'],
    [press('K', { ctrlKey: true, shiftKey: true }), false, 'Mod+Shift+K'],
    [press('¡', { altKey: true, code: 'Digit1' }), true, 'Alt+1'],
    [press(',', { ctrlKey: true }), false, 'Mod+,'],
    [press('Shift', { shiftKey: true }), false, null],
  ])('have the same notation on every keyboard: %o', (key, mac, chord) =>
    expect(chordOf(key, mac)).toBe(chord),
  )

  it('leave plain characters to text fields', () => {
    expect(['Mod+K', 'Alt+3', 'F6', 'Shift+F6'].every(worksWhileTyping)).toBe(true)
    expect(['?', 'K', 'Enter', 'Shift+A'].some(worksWhileTyping)).toBe(false)
  })

  it('are unique, and each finds its command', () => {
    const chords = COMMANDS.map((command) => command.chord).filter((chord) => chord !== null)
    expect(new Set(chords).size).toBe(chords.length)
    for (const command of COMMANDS) {
      if (command.chord !== null) expect(commandFor(command.chord)).toBe(command)
    }
    expect(new Set(COMMANDS.map((command) => command.id)).size).toBe(COMMANDS.length)
  })

  it('show the key names of this keyboard', () => {
    expect(keyCaps('Mod+Shift+K', false)).toEqual(['Ctrl', 'Shift', 'K'])
    expect(keyCaps('Mod+K', true)).toEqual(['⌘', 'K'])
  })
})

describe('keys in a table', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 19, 19],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 0],
    ['PageDown', 15, 19],
    ['PageUp', 3, 0],
    ['Home', 9, 0],
    ['End', 9, 19],
    ['ArrowDown', -1, 0],
    ['x', 3, null],
  ])('move with %s from row %i to %s', (key, from, to) => expect(nextRow(key, from, 20)).toBe(to))
})
