import pg from 'pg'
import type { DescribedColumn } from '../describe-statement.ts'
import { anonymousRecord, type Catalog } from './catalog.ts'
import { type CheckedFunction, declaration } from './functions.ts'
import { type Reference, referencesIn, replaceReferences, splitAssignment } from './references.ts'
import {
  alwaysEnds,
  contentOf,
  type Datum,
  type Expression,
  type FunctionTree,
  isWritten,
  type StatementNode,
  type Tagged,
} from './tree.ts'

interface Variable {
  name: string
  /** Variables that PostgreSQL declares itself may stay unused. */
  kind: 'parameter' | 'result' | 'declared' | 'provided'
  /** OID; null for a record that has not been assigned yet. */
  type: number | null
  line: number | null
  is_read: boolean
  is_written: boolean
}

type Report = (line: number | null, message: string) => void
type Target = Datum & { dno?: number }

const undefinedNames = ['42703', '42P01']
const boolean = 16

/** Checks one PL/pgSQL function, for the rows of one table if it is called by triggers. */
export class FunctionCheck {
  readonly #catalog: Catalog
  readonly #function: CheckedFunction
  readonly #tree: FunctionTree['plpgsql_funcs'][number]['PLpgSQL_function']
  readonly #enums: ReadonlyMap<string, string>
  readonly #report: Report
  readonly #variables = new Map<number, Variable>()
  readonly #byName = new Map<string, Variable>()
  readonly #prefersColumns: boolean
  #line: number | null = null

  constructor(
    catalog: Catalog,
    checked: CheckedFunction,
    tree: FunctionTree,
    enums: readonly string[],
    report: Report,
  ) {
    const parsed = tree.plpgsql_funcs[0]?.PLpgSQL_function
    if (!parsed) throw new Error(`${checked.name} has no tree.`)
    this.#catalog = catalog
    this.#function = checked
    this.#tree = parsed
    this.#enums = new Map(
      [...checked.body.matchAll(declaration(enums))].map(([, , name = '', type = '']) => [name, type]),
    )
    this.#report = report
    this.#prefersColumns = /#variable_conflict\s+use_column/.test(checked.body)
  }

  async run(): Promise<void> {
    await this.#declare()
    await this.#statement(this.#tree.action)
    const { parameters, returns, trigger_table } = this.#function
    const isOut = parameters.some(({ mode }) => mode === 'out')
    const isVoid = returns.type === (await this.#catalog.typeOf('void'))
    if (!isVoid && !returns.is_set && (!isOut || trigger_table) && !alwaysEnds([this.#tree.action])) {
      this.#report(null, 'can end without a return')
    }
    for (const { kind, name, line, is_read, is_written } of this.#variables.values()) {
      if (kind === 'parameter' && !is_read) this.#report(line, `parameter ${name} is never used`)
      if (kind === 'declared' && !is_read) this.#report(line, `variable ${name} is never read`)
      if (kind === 'result' && !is_written && !returns.is_set)
        this.#report(line, `result ${name} is never assigned`)
    }
  }

  async #declare(): Promise<void> {
    for (const [number, datum] of this.#tree.datums.entries()) {
      const [kind, content] = contentOf(datum)
      if (kind !== 'PLpgSQL_var' && kind !== 'PLpgSQL_rec') continue
      const variable = await this.#variableOf(content)
      if (variable.kind === 'declared' && this.#byName.has(variable.name)) {
        this.#report(variable.line, `variable ${variable.name} is declared twice`)
      }
      this.#variables.set(number, variable)
      this.#byName.set(variable.name, variable)
      this.#line = variable.line
      if (content.default_val) await this.#assign(variable, content.default_val.PLpgSQL_expr.query)
    }
  }

  async #variableOf({ refname: name = '', lineno, datatype }: Datum): Promise<Variable> {
    const base = { name, is_read: false, is_written: false, line: lineno ?? null }
    const parameter = this.#function.parameters.find((one) => one.name === name)
    if (parameter && lineno === undefined) {
      return { ...base, kind: parameter.mode === 'in' ? 'parameter' : 'result', type: parameter.type }
    }
    const { trigger_table } = this.#function
    if (trigger_table && (name === 'new' || name === 'old'))
      return { ...base, kind: 'provided', type: trigger_table.type }
    const typeName = this.#enums.get(name) ?? datatype?.PLpgSQL_type.typname ?? 'record'
    const isProvided =
      lineno === undefined || ['sqlstate', 'sqlerrm'].includes(name) || name.startsWith('__Case__')
    const type = await this.#catalog.typeOf(typeName)
    if (type === null) this.#report(base.line, `variable ${name} has the unknown type ${typeName}`)
    return {
      ...base,
      kind: isProvided ? 'provided' : 'declared',
      type: type === anonymousRecord ? null : type,
    }
  }

  async #all(statements: readonly Tagged<StatementNode>[] | undefined): Promise<void> {
    const list = (statements ?? []).filter(isWritten)
    for (const [index, statement] of list.entries()) {
      await this.#statement(statement)
      if (index < list.length - 1 && alwaysEnds([statement])) this.#tell('the code after it is unreachable')
    }
  }

  async #statement(statement: Tagged<StatementNode>): Promise<void> {
    const [kind, node] = contentOf(statement)
    this.#line = node.lineno ?? this.#line
    switch (kind) {
      case 'PLpgSQL_stmt_block':
        await this.#all(node.body)
        for (const { PLpgSQL_exception: handler } of node.exceptions?.PLpgSQL_exception_block.exc_list ??
          []) {
          await this.#all(handler.action)
        }
        return
      case 'PLpgSQL_stmt_if':
        await this.#condition(node.cond)
        await this.#all(node.then_body)
        for (const { PLpgSQL_if_elsif: branch } of node.elsif_list ?? []) {
          await this.#condition(branch.cond)
          await this.#all(branch.stmts)
        }
        return this.#all(node.else_body)
      case 'PLpgSQL_stmt_case':
        return this.#case(node)
      case 'PLpgSQL_stmt_loop':
        return this.#all(node.body)
      case 'PLpgSQL_stmt_while':
        await this.#condition(node.cond)
        return this.#all(node.body)
      case 'PLpgSQL_stmt_exit':
        return node.cond && this.#condition(node.cond)
      default:
        return this.#simple(kind, node)
    }
  }

  async #case(node: StatementNode): Promise<void> {
    const compared = this.#variables.get(node.t_varno ?? -1)
    if (node.t_expr && compared) {
      const [column] = (await this.#expression(node.t_expr)) ?? []
      compared.type = column?.type ?? null
    }
    for (const { PLpgSQL_case_when: branch } of node.case_when_list ?? []) {
      await this.#condition(branch.expr)
      await this.#all(branch.stmts)
    }
    await this.#all(node.else_stmts)
  }

  async #simple(kind: string, node: StatementNode): Promise<void> {
    const expressions = [
      node.params ?? [],
      (node.options ?? []).map((o) => o.PLpgSQL_raise_option.expr),
    ].flat()
    for (const expression of expressions) await this.#expression(expression)
    switch (kind) {
      case 'PLpgSQL_stmt_assign':
        return this.#assignment(node)
      case 'PLpgSQL_stmt_perform':
        if (node.expr) await this.#query(node.expr.PLpgSQL_expr.query)
        return
      case 'PLpgSQL_stmt_raise':
        return
      case 'PLpgSQL_stmt_return':
        return this.#return(node)
      case 'PLpgSQL_stmt_return_query':
        return this.#returnQuery(node)
      case 'PLpgSQL_stmt_execsql': {
        const columns = node.sqlstmt && (await this.#query(node.sqlstmt.PLpgSQL_expr.query))
        if (columns && node.into) await this.#into(node.target, columns)
        return
      }
      // The text of a dynamic statement is known only when it runs.
      case 'PLpgSQL_stmt_dynexecute':
        if (node.query) await this.#expression(node.query)
        if (node.into) await this.#into(node.target, null)
        return
      case 'PLpgSQL_stmt_fors': {
        const columns = node.query && (await this.#query(node.query.PLpgSQL_expr.query))
        if (columns) await this.#into(node.var, columns)
        return this.#all(node.body)
      }
      case 'PLpgSQL_stmt_fori':
        for (const bound of [node.lower, node.upper]) if (bound) await this.#expression(bound)
        return this.#all(node.body)
      case 'PLpgSQL_stmt_foreach_a':
        return this.#forEach(node)
      case 'PLpgSQL_stmt_getdiag':
        for (const { PLpgSQL_diag_item: item } of node.diag_items ?? []) this.#written(item.target ?? 0)
        return
      default:
        this.#tell(`this check does not support ${kind}; extend db/check-functions`)
    }
  }

  async #assignment({ expr, varno = 0 }: StatementNode): Promise<void> {
    if (!expr) return
    const { target, expression } = splitAssignment(expr.PLpgSQL_expr.query)
    const datum = this.#tree.datums[varno]
    const [kind, content] = datum ? contentOf(datum) : ['', {}]
    if (kind === 'PLpgSQL_recfield' || target.includes('[') || target.includes('.')) {
      this.#written(kind === 'PLpgSQL_recfield' ? (content.recparentno ?? 0) : varno)
      // PostgreSQL checks that the target exists, too.
      const isRead = this.#byName.get(target.trim().split(/[.[]/)[0] ?? '')
      const wasRead = isRead?.is_read ?? false
      const [column] = (await this.#query(`select ${target}`)) ?? []
      if (isRead) isRead.is_read = wasRead
      if (column) await this.#assignTo(column.type, expression)
      return
    }
    const variable = this.#variables.get(varno)
    if (variable) await this.#assign(variable, expression)
  }

  async #assign(variable: Variable, expression: string): Promise<void> {
    variable.is_written = true
    if (variable.type !== null) return this.#assignTo(variable.type, expression)
    const [column] = (await this.#query(`select ${expression}`)) ?? []
    variable.type = column?.type ?? null
  }

  async #assignTo(type: number, expression: string): Promise<void> {
    const columns = await this.#query(`select ${expression}`)
    const column = columns?.[0]
    if (!column) return
    const refusal = await this.#catalog.refusalToAssign(column.type, type)
    if (refusal === null) return
    // A literal has no type of its own, but that of its target.
    const { text, types } = await this.#bind(`select ${expression}`)
    const described = await this.#catalog.describeAssignment(text, types, type)
    if (described instanceof pg.DatabaseError) this.#tell(refusal)
  }

  async #return({ expr, retvarno }: StatementNode): Promise<void> {
    const { returns, trigger_table } = this.#function
    if (expr && !trigger_table) return this.#assignTo(returns.type, expr.PLpgSQL_expr.query)
    if (expr) return void (await this.#expression(expr))
    const variable = retvarno === undefined ? undefined : this.#variables.get(retvarno)
    if (!variable) return
    variable.is_read = true
    if (variable.type === null || trigger_table || variable.kind === 'result') return
    const refusal = await this.#catalog.refusalToAssign(variable.type, returns.type)
    if (refusal !== null) this.#tell(`${variable.name} is returned: ${refusal}`)
  }

  async #returnQuery({ query }: StatementNode): Promise<void> {
    const columns = query && (await this.#query(query.PLpgSQL_expr.query))
    if (!columns) return
    const { parameters, returns } = this.#function
    const results = parameters.filter(({ mode }) => mode === 'out').map(({ type }) => type)
    const fields = [...(await this.#catalog.fieldsOf(returns.type)).values()]
    const expected = results.length > 0 ? results : fields.length > 0 ? fields : [returns.type]
    await this.#compare(columns, expected, 'the result')
  }

  async #forEach({ expr, varno = 0, body }: StatementNode): Promise<void> {
    const [column] = (expr && (await this.#expression(expr))) ?? []
    const variable = this.#written(varno)
    if (column && variable?.type) {
      const { rows } = await this.#catalog.client.query<{ element: number }>(
        'select typelem as element from pg_type where oid = $1',
        [column.type],
      )
      const refusal = await this.#catalog.refusalToAssign(rows[0]?.element ?? 0, variable.type)
      if (refusal !== null) this.#tell(refusal)
    }
    await this.#all(body)
  }

  /** Assigns the columns of a statement; null for those of a dynamic statement, which are unknown. */
  async #into(target: Tagged<Target> | undefined, columns: DescribedColumn[] | null): Promise<void> {
    if (!target) return
    const [kind, content] = contentOf(target)
    if (kind === 'PLpgSQL_row') {
      const types: (number | null)[] = []
      for (const { varno = 0 } of content.fields ?? []) types.push(await this.#typeOfTarget(varno))
      if (columns) await this.#compare(columns, types, 'into')
      return
    }
    const variable = this.#written(
      content.dno ?? [...this.#variables].find(([, v]) => v.name === content.refname)?.[0] ?? 0,
    )
    if (!variable || !columns) return
    const [only] = columns
    if (columns.length === 1 && only && only.type === variable.type) return
    const datatype = content.datatype?.PLpgSQL_type.typname
    if (variable.kind === 'declared' && (datatype === undefined || datatype === 'record')) {
      variable.type = await this.#catalog.recordOf(columns)
      return
    }
    const fields = variable.type === null ? [] : [...(await this.#catalog.fieldsOf(variable.type)).values()]
    await this.#compare(columns, fields.length > 0 ? fields : [variable.type], `into ${variable.name}`)
  }

  async #typeOfTarget(varno: number): Promise<number | null> {
    const datum = this.#tree.datums[varno]
    const [kind, content] = datum ? contentOf(datum) : ['', {}]
    if (kind !== 'PLpgSQL_recfield') return this.#written(varno)?.type ?? null
    const parent = this.#written(content.recparentno ?? 0)
    const fields = parent?.type ? await this.#catalog.fieldsOf(parent.type) : new Map<string, number>()
    return fields.get(content.fieldname ?? '') ?? null
  }

  async #compare(
    columns: readonly DescribedColumn[],
    types: readonly (number | null)[],
    location: string,
  ): Promise<void> {
    if (columns.length !== types.length) {
      this.#tell(`${location}: ${columns.length} columns for ${types.length}`)
      return
    }
    for (const [index, column] of columns.entries()) {
      const type = types[index]
      const refusal = type ? await this.#catalog.refusalToAssign(column.type, type) : null
      if (refusal !== null) this.#tell(`${location}, column ${column.name}: ${refusal}`)
    }
  }

  #written(number: number): Variable | undefined {
    const variable = this.#variables.get(number)
    if (variable) variable.is_written = true
    return variable
  }

  async #condition(expression: Expression | undefined): Promise<void> {
    if (expression) await this.#assignTo(boolean, expression.PLpgSQL_expr.query)
  }

  #expression({ PLpgSQL_expr: { query } }: Expression): Promise<DescribedColumn[] | null> {
    return this.#query(`select ${query}`)
  }

  /** Analyzes a statement and returns its columns; null if it is wrong, which is reported. */
  async #query(query: string): Promise<DescribedColumn[] | null> {
    const { text, types } = await this.#bind(query)
    const described = await this.#catalog.describe(text, types)
    if (!(described instanceof pg.DatabaseError)) return described.columns
    this.#tell(this.#missingField(text) ?? described.message)
    return null
  }

  /** PostgreSQL would look for a table with the name of the variable. */
  #missingField(text: string): string | null {
    const rest = referencesIn(text).references.map(({ names }) => names)
    const found = rest.find(([name = '', field]) => field !== undefined && this.#byName.has(name))
    return found ? `variable ${found[0]} has no column ${found[1]}` : null
  }

  /** Writes parameters in place of a statement's variables, and reports those that may be columns as well. */
  async #bind(query: string): Promise<{ text: string; types: number[] }> {
    const { references, hasTables } = referencesIn(query)
    const types: number[] = []
    const replacements = new Map<Reference, string>()
    for (const reference of references) {
      const found = await this.#variableIn(reference)
      if (!found) continue
      const { variable, rest } = found
      if (variable.type === null) {
        this.#tell(`${variable.name} is used before it is assigned`)
        continue
      }
      types.push(variable.type)
      replacements.set(reference, rest === null ? `$${types.length}` : `($${types.length}).${rest}`)
      variable.is_read = true
    }
    if (hasTables) await this.#preferColumns(query, replacements, types)
    return { text: replaceReferences(query, replacements), types }
  }

  async #variableIn({ names }: Reference): Promise<{ variable: Variable; rest: string | null } | null> {
    const isQualified = names.length > 1 && names[0] === this.#function.name
    const [name = '', field, ...more] = isQualified ? names.slice(1) : names
    const variable = this.#byName.get(name)
    if (!variable || more.length > 0) return null
    if (field === undefined) return { variable, rest: null }
    const fields = variable.type === null ? null : await this.#catalog.fieldsOf(variable.type)
    if (field === '*') return fields?.size ? { variable, rest: '*' } : null
    if (fields !== null && !fields.has(field)) return null
    return { variable, rest: pg.escapeIdentifier(field) }
  }

  /** A name that is still known without its variable is a column as well, which fails when the statement runs. */
  async #preferColumns(query: string, replacements: Map<Reference, string>, types: number[]): Promise<void> {
    for (const reference of replacements.keys()) {
      const without = new Map([...replacements].filter(([other]) => other !== reference))
      const described = await this.#catalog.describe(replaceReferences(query, without), types)
      const isUnknown = described instanceof pg.DatabaseError && undefinedNames.includes(described.code ?? '')
      if (isUnknown) continue
      if (this.#prefersColumns) replacements.delete(reference)
      else this.#tell(`${reference.names.join('.')} may be a variable or a column`)
    }
  }

  #tell(message: string): void {
    const { trigger_table } = this.#function
    this.#report(this.#line, trigger_table ? `${message} (for ${trigger_table.name})` : message)
  }
}
