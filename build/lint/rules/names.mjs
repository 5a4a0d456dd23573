import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { projectPath } from './project-path.mjs'

/**
 * The names that the glossary replaces.
 *
 * @typedef {object} Names
 * @property {Readonly<Record<string, string>>} words no part of a name; the value says what to use
 * @property {Readonly<Record<string, string>>} exact no whole name
 * @property {Readonly<Record<string, string>>} prefixes no first part of a name
 * @property {readonly string[]} properties exact names that a property may have
 * @property {readonly { readonly name: string, readonly why: string, readonly path?: string }[]}
 *   allowed
 */

/** @type {Names} */
const NAMES = JSON.parse(readFileSync(new URL('../names.json', import.meta.url), 'utf8'))

const PARTS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]/

/**
 * @param {Readonly<Record<string, string>>} table
 * @param {string} key
 */
const entryOf = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined)

/**
 * Returns what to use instead of a name; null when the name is fine.
 * @param {string} name
 * @param {{ readonly property?: boolean, readonly path?: string }} [context]
 */
export function replacementFor(name, { property = false, path = '' } = {}) {
  const allowed = NAMES.allowed.some(
    (entry) => entry.name === name && path.startsWith(entry.path ?? ''),
  )
  if (allowed) return null
  const parts = name
    .replace(/^[#_$]+/, '')
    .split(PARTS)
    .map((part) => part.toLowerCase())
  const isExempt = property && NAMES.properties.includes(name)
  const word = parts.find((part) => Object.hasOwn(NAMES.words, part))
  return (
    (isExempt ? undefined : entryOf(NAMES.exact, name)) ??
    (word === undefined ? undefined : NAMES.words[word]) ??
    (parts.length > 1 ? entryOf(NAMES.prefixes, parts[0] ?? '') : undefined) ??
    null
  )
}

/**
 * Returns the banned words in the class names of a style sheet, a line each.
 * @param {string} file
 * @param {string} text
 */
export function findClassNames(file, text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\.([a-z][\w-]*)/gi)].flatMap(([, name = '']) => {
        const use = name.split('-').flatMap((part) => entryOf(NAMES.words, part) ?? [])[0]
        return use === undefined ? [] : [`${file}:${index + 1}  the name "${name}": use ${use}`]
      }),
    )
}

/**
 * Finds banned names of declarations, of members, and of the file itself.
 * @type {import('./rule.js').Rule}
 */
export const names = {
  create(context) {
    const path = projectPath(context)
    /** @param {any} node @param {string} name @param {boolean} [property] */
    const check = (node, name, property = false) => {
      const use = replacementFor(name, { property, path })
      if (use !== null) context.report({ node, message: `the name "${name}": use ${use}` })
    }
    /** @param {any} node a member of a class, an interface or an object */
    const checkMember = ({ type, key, computed }) => {
      if (!computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) {
        check(key, key.name, /PropertyDefinition|PropertySignature/.test(type))
      }
    }
    return {
      Program(node) {
        const file = basename(path)
        const use = replacementFor(file.replace(/\..*$/, ''), { path })
        if (use !== null) context.report({ node, message: `the name "${file}": use ${use}` })
        for (const scope of context.sourceCode.scopeManager.scopes) {
          for (const { name, defs } of scope.variables) {
            for (const { type, name: node } of defs) {
              if (type !== 'ImportBinding' && !type.startsWith('TSEnum')) check(node, name)
            }
          }
        }
      },
      'MethodDefinition, TSAbstractMethodDefinition, TSMethodSignature': checkMember,
      'PropertyDefinition, TSAbstractPropertyDefinition, TSPropertySignature': checkMember,
      TSIndexSignature({ parameters }) {
        for (const parameter of parameters) check(parameter, parameter.name)
      },
      'Property[method=true], Property[kind="get"], Property[kind="set"]': checkMember,
    }
  },
}
