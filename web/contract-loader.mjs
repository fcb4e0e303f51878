import { parseSync } from 'oxc-parser'

/**
 * A loader of Turbopack for browsers, which read the method and the path of a call and none of its schemas. It removes the
 * schemas from the routes, and puts what builds the remaining ones into functions without side effects, so that they are dropped with
 * the library that builds them unless a page uses them. Marking the calls alone would keep their arguments that spread another schema.
 */
export default function withoutSchemas(source) {
  const { program, errors } = parseSync(this.resourcePath, source)
  if (errors.length > 0) throw new Error(`${this.resourcePath}: ${errors[0].message}`)
  const edits = []
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations) {
      if (!init) continue
      if (has(init, isRoute)) reduce(init, edits)
      else if (has(init, ({ type }) => type === 'CallExpression' || type === 'SpreadElement'))
        wrap(init, edits)
    }
  }
  let text = source
  for (const { start, end, by } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end)
  return text
}

const isRoute = ({ type, callee }) => type === 'CallExpression' && callee.name === 'route'

const isFunction = ({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => child && typeof child.type === 'string')

/** Whether a node is run as its module loads, and is or contains one of those that are looked for. */
const has = (node, isLookedFor) =>
  !isFunction(node) && (isLookedFor(node) || childrenOf(node).some((child) => has(child, isLookedFor)))

function wrap({ start, end }, edits) {
  edits.push({ start: end, end, by: '))()' }, { start, end: start, by: '/*#__PURE__*/ (() => (' })
}

function reduce(node, edits) {
  if (isFunction(node)) return
  if (isRoute(node)) {
    const parts = node.arguments[0].properties
    const schema = parts.find(({ key }) => key?.name === 'schema')
    if (schema) edits.push({ start: schema.start, end: schema.end, by: 'schema: undefined' })
    for (const part of parts) if (part !== schema) reduce(part, edits)
  } else for (const child of childrenOf(node)) reduce(child, edits)
  if (node.type === 'CallExpression') edits.push({ start: node.start, end: node.start, by: '/*#__PURE__*/ ' })
}
