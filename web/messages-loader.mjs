import compile from 'icu-minify/compile'

const compileTree = (tree) =>
  typeof tree === 'string'
    ? compile(tree)
    : Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, compileTree(value)]))

/** A loader of Turbopack: parses the messages of a file, so that no browser has to. */
export default function compileMessages(source) {
  return JSON.stringify(compileTree(JSON.parse(source)))
}
