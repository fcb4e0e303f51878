import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of SQL functions in two parts that are applied separately. */
export interface FunctionFile {
  name: string
  /** Everything but the triggers: applying it locks no table. */
  functions: string
  /** The statements that create or drop triggers, each of which locks its table. */
  triggers: string
}

/** One statement: text, comments, dollar-quoted bodies, and strings up to a semicolon. */
const statement = /(?:\$\$[\s\S]*?\$\$|--[^\n]*\n|'[^']*'|[^;'])*?;/g
const ofTriggers =
  /^(?:create (?:or replace )?(?:constraint )?trigger|drop trigger|do \$\$[\s\S]*\btrigger\b)/

/** Splits SQL into its statements. */
export const statementsOf = (text: string): string[] =>
  [...text.matchAll(statement)]
    .map(([found]) => found)
    .filter((found) => !/^(?:\s|--[^\n]*\n)*;?$/.test(found))

/** Splits a file of SQL functions. A comment belongs to the statement that follows it. */
export function splitFunctionFile(name: string, text: string): FunctionFile {
  const parts = { functions: '', triggers: '' }
  let end = 0
  for (const { 0: found, index } of text.matchAll(statement)) {
    const isOfTriggers = ofTriggers.test(found.replace(/^(?:\s|--[^\n]*\n)*/, ''))
    parts[isOfTriggers ? 'triggers' : 'functions'] += found
    end = index + found.length
  }
  parts.functions += text.slice(end)
  return { name, ...parts }
}

/** Reads the files of SQL functions in a folder in order of their names. */
export const readFunctionFiles = (folder: string): FunctionFile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => splitFunctionFile(file, readFileSync(path.join(folder, file), 'utf8')))

/** The name under which the triggers of a file are recorded. */
export const triggersOf = (file: string): string => `triggers of ${file}`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the SHA-256 of each part of each file. */
export const hashFunctionFiles = (files: readonly FunctionFile[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap(({ name, functions, triggers }) => [
      [name, sha256(functions)],
      ...(triggers === '' ? [] : [[triggersOf(name), sha256(triggers)]]),
    ]),
  )
