/** The beginning of the function that parses an object, in the source of zod. */
const BEGIN = /let value;\s*inst\._zod\.parse = \(payload, ctx\) => \{(?=\s*value \?\?)/g
const FILE = /\/zod\/v4\/core\/schemas\.js$/

/** The number of objects that a schema parses before its fast path is generated. */
export const PARSES_BEFORE = 50

/**
 * Changes zod so that a schema's first objects are parsed by its general path. Otherwise the first
 * one generates and compiles a function for it, and most of the schemas that a start uses parse one
 * object only: it takes longer than everything that they parse.
 * @param {string} code the source of zod's schemas
 * @returns {string | null} null when the source is another one
 */
export function withLateFastPath(code) {
  const matches = code.match(BEGIN)
  if (matches?.length !== 1 || !code.includes('const superParse = inst._zod.parse;')) return null
  return code.replace(
    BEGIN,
    `let value;
    let parses = 0;
    inst._zod.parse = (payload, ctx) => {
        if (parses < ${PARSES_BEFORE}) {
            parses += 1;
            return superParse(payload, ctx);
        }`,
  )
}

/**
 * Applies {@link withLateFastPath} to bundles that include zod.
 * @returns {import('vite').Plugin}
 */
export function lateFastPath() {
  return {
    name: 'late-fast-path',
    transform(code, id) {
      if (!FILE.test(id.replaceAll('\\', '/'))) return null
      const changed = withLateFastPath(code)
      if (changed === null) this.error('zod parses objects in another way: adapt late-fast-path')
      return { code: changed ?? code, map: null }
    },
  }
}
