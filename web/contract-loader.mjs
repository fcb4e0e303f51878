import { parseSync } from 'oxc-parser'

/**
 * A loader of Turbopack for browsers, which read the method and the path of a call and none of its schemas. It removes the
 * schemas from the routes, and marks what builds the remaining ones as free of side effects, so that they are dropped with the
 * library that builds them unless a page uses them.
 */
export default function withoutSchemas(source) {
  const { program, errors } = parseSync(this.resourcePath, source)
  if (errors.length > 0) throw new Error(`${this.resourcePath}: ${errors[0].message}`)
  const edits = []
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations) if (init) reduce(init, edits)
  }
  let text = source
  for (const { start, end, by } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end)
  return text
}

function reduce(node, edits) {
  if (node.type === 'CallExpression') {
    edits.push({ start: node.start, end: node.start, by: '/*#__PURE__*/ ' })
    if (node.callee.name === 'route') {
      const parts = node.arguments[0].properties
      const schema = parts.find(({ key }) => key?.name === 'schema')
      if (schema) edits.push({ start: schema.start, end: schema.end, by: 'schema: undefined' })
      for (const part of parts) if (part !== schema) reduce(part, edits)
      return
    }
  }
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === 'string') reduce(child, edits)
  }
}
