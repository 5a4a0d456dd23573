import { describe, expect, it } from 'vitest'
import { CrashLimit } from '../../../electron/app/windows/crash-limit.js'
import { crashChoice, crashDialog } from '../../../electron/app/windows/crashed-window.js'
import { formatterOf, loadLanguages } from '../../../electron/app/settings/system-language.js'

await loadLanguages()

describe('a page that crashes again and again', () => {
  it('is reloaded five times within a minute; the sixth crash is decided by the person', () => {
    let now = 0
    const limit = new CrashLimit(() => now)
    const reloads = Array.from({ length: 7 }, () => {
      now += 5_000
      return limit.mayReload()
    })
    expect(reloads).toEqual([true, true, true, true, true, false, false])
  })

  it('is reloaded without a question when the crashes are more than a minute apart', () => {
    let now = 0
    const limit = new CrashLimit(() => now)
    for (let crash = 0; crash < 50; crash += 1) {
      now += 12_001
      expect(limit.mayReload()).toBe(true)
    }
  })

  it('is reloaded again without a question after the person chose', () => {
    const limit = new CrashLimit(() => 0)
    for (let crash = 0; crash < 6; crash += 1) limit.mayReload()
    limit.reset()
    expect(limit.mayReload()).toBe(true)
  })
})

describe('the question about a page that crashes', () => {
  it.each(['en', 'es'] as const)(
    'offers reload, safe mode and quit, and says that orders are safe (%s)',
    (language) => {
      const box = crashDialog('main', formatterOf(language))
      expect(box.buttons).toEqual(
        language === 'en'
          ? ['Reload', 'Open in safe mode', 'Quit']
          : ['Volver a cargar', 'Abrir en modo seguro', 'Salir'],
      )
      expect(box.detail).toMatch(language === 'en' ? /nothing was placed/ : /nada se colocó/)
    },
  )

  it('offers to close the confirm window, which has no layout, instead of safe mode', () => {
    expect(crashDialog('confirm', formatterOf('en')).buttons).toEqual([
      'Reload',
      'Close the window',
      'Quit',
    ])
    expect([0, 1, 2].map((button) => crashChoice('confirm', button))).toEqual([
      'reload',
      'close',
      'quit',
    ])
  })

  it('never leaves a blank window: dismissing it means reload', () => {
    const { cancelId } = crashDialog('main', formatterOf('en'))
    expect(crashChoice('main', cancelId)).toBe('reload')
  })
})
