#!/usr/bin/env node
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDeb } from './deb.mjs'
import { readFpmArguments } from './fpm-arguments.mjs'
import { makeRpm } from './rpm.mjs'
import { makeTree } from './tree.mjs'

/**
 * Stands in for fpm, which electron-builder calls for deb and rpm: fpm needs Ruby, and all that it
 * does here is to call `dpkg-deb` or `rpmbuild`.
 */
const request = readFpmArguments(process.argv.slice(2))
const work = mkdtempSync(join(dirname(request.output), '.package-'))
try {
  const tree = join(work, 'tree')
  makeTree(tree, request)
  if (request.kind === 'deb') makeDeb(tree, request)
  else makeRpm(tree, work, request)
} finally {
  rmSync(work, { recursive: true, force: true })
}
