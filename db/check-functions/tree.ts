/** The parts of a parsed PL/pgSQL function that the check reads. Numbers that are 0 are left out of the tree. */

export interface Expression {
  PLpgSQL_expr: { query: string; parseMode: number }
}

export interface Datum {
  refname?: string
  lineno?: number
  datatype?: { PLpgSQL_type: { typname: string } }
  default_val?: Expression
  recparentno?: number
  fieldname?: string
  fields?: { name: string; varno?: number }[]
}

export type Tagged<Content> = Record<string, Content>

export interface StatementNode {
  lineno?: number
  body?: Tagged<StatementNode>[]
  exceptions?: {
    PLpgSQL_exception_block: { exc_list: { PLpgSQL_exception: { action?: Tagged<StatementNode>[] } }[] }
  }
  cond?: Expression
  then_body?: Tagged<StatementNode>[]
  elsif_list?: { PLpgSQL_if_elsif: { cond: Expression; stmts?: Tagged<StatementNode>[] } }[]
  else_body?: Tagged<StatementNode>[]
  t_expr?: Expression
  t_varno?: number
  case_when_list?: { PLpgSQL_case_when: { expr: Expression; stmts?: Tagged<StatementNode>[] } }[]
  have_else?: boolean
  else_stmts?: Tagged<StatementNode>[]
  expr?: Expression
  varno?: number
  retvarno?: number
  sqlstmt?: Expression
  target?: Tagged<Datum & { dno?: number }>
  into?: boolean
  var?: Tagged<Datum & { dno?: number }>
  query?: Expression
  dynquery?: Expression
  params?: Expression[]
  lower?: Expression
  upper?: Expression
  elog_level?: number
  options?: { PLpgSQL_raise_option: { expr: Expression } }[]
  diag_items?: { PLpgSQL_diag_item: { target?: number } }[]
  is_exit?: boolean
}

export interface FunctionTree {
  plpgsql_funcs: {
    PLpgSQL_function: {
      datums: Tagged<Datum>[]
      out_param_varno?: number
      action: Tagged<StatementNode>
    }
  }[]
}

/** Splits a node into its kind and its content. */
export function contentOf<Content>(node: Tagged<Content>): [kind: string, content: Content] {
  const entry = Object.entries(node)[0]
  if (entry === undefined) throw new Error('A node of the tree is empty.')
  return entry
}

/** Whether a statement is in the function's text: the parser adds a return without a line to the end of some. */
export const isWritten = (statement: Tagged<StatementNode>): boolean =>
  contentOf(statement)[1].lineno !== undefined

const raisedAsError = 21

const branchesEnd = (branches: (Tagged<StatementNode>[] | undefined)[]) =>
  branches.every((b) => alwaysEnds(b ?? []))

/** Whether a function cannot reach the end of these statements: they return, raise an error, or loop without an exit. */
export function alwaysEnds(statements: readonly Tagged<StatementNode>[]): boolean {
  return statements.some((statement) => {
    const [kind, node] = contentOf(statement)
    switch (kind) {
      case 'PLpgSQL_stmt_return':
        return isWritten(statement)
      case 'PLpgSQL_stmt_raise':
        return node.elog_level === raisedAsError
      case 'PLpgSQL_stmt_if':
        return branchesEnd([
          node.then_body,
          ...(node.elsif_list ?? []).map((e) => e.PLpgSQL_if_elsif.stmts),
          node.else_body,
        ])
      case 'PLpgSQL_stmt_case': {
        const branches = (node.case_when_list ?? []).map((w) => w.PLpgSQL_case_when.stmts)
        // Without an else, PostgreSQL raises an error if no branch matches.
        return branchesEnd(node.have_else ? [...branches, node.else_stmts] : branches)
      }
      case 'PLpgSQL_stmt_block': {
        const handlers = node.exceptions?.PLpgSQL_exception_block.exc_list ?? []
        return branchesEnd([node.body, ...handlers.map((h) => h.PLpgSQL_exception.action)])
      }
      case 'PLpgSQL_stmt_loop':
        return !JSON.stringify(node.body ?? []).includes('"is_exit":true')
      default:
        return false
    }
  })
}
