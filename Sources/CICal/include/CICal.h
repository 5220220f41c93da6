#pragma once

// The recurrence rules of libical, loaded when the first rule is asked for and not at the start of the program: libical
// needs ICU, and finding and joining these libraries takes longer than many whole runs.

// What a calendar and a clock on the wall show; hour, minute and second are zero where it is a day.
struct calendar_time {
  int year, month, day, hour, minute, second;
  int is_day;
};

// A rule that is being followed.
struct calendar_rule;

// Whether libical is there, loading it if need be. The same answer whenever it is asked for.
int calendar_rules_load(void);

// Follows the rule `text` from `start` up to `until`, which is included. NULL where libical does not understand it, where
// it never comes true, or where there is no libical.
struct calendar_rule *calendar_rule_new(const char *text, struct calendar_time start, struct calendar_time until);

// The next time that the rule gives; 0 if there is none any more.
int calendar_rule_next(struct calendar_rule *rule, struct calendar_time *time);

void calendar_rule_free(struct calendar_rule *rule);
