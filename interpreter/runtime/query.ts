import { defineNativeClass } from './class.js';
import { constantTime } from './native.js';
import { WrenObject } from './values.js';

/** The value of a query literal: the SQL text between backticks. A host adds what it can do. */
export class WrenQuery extends WrenObject {
  /** A byte string, exactly as written. */
  readonly sql: string;

  constructor(sql: string) {
    super();
    this.sql = sql;
  }

  /** A query with another text and all that the host has added to this one. */
  derive(sql: string): WrenQuery {
    const Query = this.constructor as typeof WrenQuery;
    return new Query(sql);
  }
}

// No module has the class as a variable, so scripts may use its name.
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
