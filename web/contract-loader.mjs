import { parseSync } from 'oxc-parser'

/**
 * A loader of Turbopack for browsers, which read the method and the path of a call and none of its schemas. It removes the schemas from
 * the routes, and puts an inert value in the place of all others. A bundler alone keeps them: they are built by calls, and from each other
 * across files.
 */
export default function withoutSchemas(source) {
  const { program, errors } = parseSync(this.resourcePath, source)
  if (errors.length > 0) throw new Error(`${this.resourcePath}: ${errors[0].message}`)
  const edits = []
  const schemas = new Set(importedSchemas(program))
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) {
      if (!init || isFunction(init)) continue
      const isSchema = (node) => node.type === 'Identifier' && schemas.has(node.name)
      if (has(init, isRoute)) reduce(init, edits)
      else if (has(init, isSchema) && init.type !== 'ObjectExpression') {
        edits.push({ start: init.start, end: init.end, by: 'inert$' })
        schemas.add(id.name)
      } else {
        if (init.type === 'ObjectExpression') reduceObject(init, isSchema, edits)
        if (has(init, isCall)) wrap(init, edits)
      }
    }
  }
  let text = source
  for (const { start, end, by } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end)
  return `import { inert as inert$ } from 'typebox'\n${text}`
}

/** Schemas and what builds them are named like types, and nothing else that is imported is. */
const importedSchemas = ({ body }) =>
  body
    .filter(({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type')
    .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))
    .filter((name) => /^[A-Z][a-z]/.test(name))

const isRoute = ({ type, callee }) => type === 'CallExpression' && callee.name === 'route'

const isCall = ({ type }) => type === 'CallExpression' || type === 'SpreadElement'

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

/** Keeps what an object has beside schemas. */
function reduceObject({ properties }, isSchema, edits) {
  for (const property of properties) {
    const value = property.type === 'SpreadElement' ? property.argument : property.value
    const by = property.type === 'SpreadElement' ? '{}' : 'inert$'
    if (has(value, isSchema)) edits.push({ start: value.start, end: value.end, by })
  }
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
