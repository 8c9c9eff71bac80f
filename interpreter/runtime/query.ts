import { defineNativeClass } from './class.js';
import { constantTime } from './native.js';
import { WrenObject } from './values.js';

/**
 * The value of a query literal, the text between backticks: an addition to Wren. The host defines
 * its methods (`InterpreterOptions.query`) besides `sql` and `toString`.
 */
export class WrenQuery extends WrenObject {
  /** The text as written, without carriage returns, a byte string. */
  readonly sql: string;

  constructor(sql: string) {
    super();
    this.sql = sql;
  }

  /** Makes a query with another text and the same methods. */
  derive(sql: string): WrenQuery {
    const Query = this.constructor as typeof WrenQuery;
    return new Query(sql);
  }
}

// The class is not a variable of any module, so scripts may use its name.
defineNativeClass({
  name: 'Query',
  instance: WrenQuery,
  methods: constantTime({
    sql: function (this: WrenQuery) {
      return this.sql;
    },
    toString: function (this: WrenQuery) {
      return this.sql;
    },
  }),
});
