-- An internal function is closed to every role but those that it is granted to.
revoke all on all functions in schema private from public;

reset check_function_bodies;
