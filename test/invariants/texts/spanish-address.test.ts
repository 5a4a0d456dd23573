import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../../shared/messages/translations/es', import.meta.url))

/**
 * Words that only an informal address has: the pronouns and possessives of "tú", and verb forms
 * that are no other person, noun or imperative.
 */
const INFORMAL =
  /(?<![\p{L}])(?:tú|tu|tus|ti|contigo|te|tuy[oa]s?|tienes|tenías|tendrás|puedes|podrás|quieres|debes|deberías|eres|estás|has|hayas|habías|vas|vienes|haces|dices|sabes|ves|pones|das|ganas|pierdes|posees|vendes|compras?te|vendiste|recibes|necesitas|pides|usas|eliges|ordenaste|pediste|elegiste|cambiaste|escribiste)(?![\p{L}])/giu

/** Returns the texts of a source file: what stands between quotation marks. */
function textsOf(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, quoted, template]) => (quoted ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, ' '),
  )
}

const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)
const WINDOW = fileURLToPath(
  new URL('../../../shared/messages/translations/es/window', import.meta.url),
)
const WINDOW_FILES = readdirSync(WINDOW, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

const informal = (folder: string, names: readonly string[]): readonly string[] =>
  names.flatMap((name) =>
    textsOf(readFileSync(join(folder, name), 'utf8'))
      .filter((text) => /\s/.test(text))
      .flatMap((text) =>
        [...text.matchAll(INFORMAL)].map(([word]) => `${name}: ${word} in: ${text}`),
      ),
  )

describe('the Spanish texts', () => {
  it('address the person as "usted" in every message', () => {
    expect(FILES.length).toBeGreaterThan(10)
    expect(informal(FOLDER, FILES)).toEqual([])
  })

  it('address the person as "usted" in the windows', () => {
    expect(WINDOW_FILES.length).toBeGreaterThan(10)
    expect(informal(WINDOW, WINDOW_FILES)).toEqual([])
  })

  it('write a percentage like every other number, without a space', () => {
    const spaced = [FOLDER, WINDOW].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/[\d}] %/g) ?? []),
    )
    expect(spaced).toEqual([])
  })
})
