import Simulator

/// What the API does with rows that nobody expects, beside what the recordings show.
enum GravitySurprises {
  static let stories: [GravityStory] = [
    GravityStory(
      "a replacement is no patch",
      [
        (
          #"POST domains/deny/exact {"domain":"a.example","comment":"c","groups":[],"enabled":false}"#,
          "201 deny/exact a.example [] off 'c'"
        ),
        ("PUT domains/deny/exact/a.example {}", "200 deny/exact a.example []"),
        (
          #"PUT domains/deny/exact/a.example {"enabled":"false","comment":7,"groups":null}"#,
          "200 deny/exact a.example []"
        ),
      ]),
    GravityStory(
      "groups are not atomic",
      [
        (#"POST groups {"name":["one","two"]}"#, "201 two"),
        (#"POST domains/deny/exact {"domain":"a.example","groups":[2,1]}"#, "201 deny/exact a.example [1,2]"),
        (
          #"PUT domains/deny/exact/a.example {"groups":[1,9,2]}"#,
          "200 deny/exact a.example [1] !a.example: FOREIGN KEY constraint failed"
        ),
        (
          #"PUT domains/deny/exact/a.example {"groups":[2.9,"1",2,0]}"#,
          "200 deny/exact a.example [2] !a.example: UNIQUE constraint failed: "
            + "domainlist_by_group.domainlist_id, domainlist_by_group.group_id"
        ),
        (
          #"POST clients {"client":"10.0.0.1","groups":[9]}"#,
          "201 10.0.0.1 [] !10.0.0.1: FOREIGN KEY constraint failed"
        ),
        (
          #"POST clients {"client":"10.0.0.2","groups":[1,1]}"#,
          "201 10.0.0.2 [1] !10.0.0.2: UNIQUE constraint failed: client_by_group.client_id, client_by_group.group_id"
        ),
      ]),
    GravityStory(
      "moving",
      [
        (#"PUT domains/allow/exact/a.example {"type":"deny","kind":"exact"}"#, "200"),
        ("GET domains/a.example", "200 deny/exact a.example [0]"),
        (
          #"PUT domains/allow/exact/a.example {"type":"DENY","kind":"Exact","comment":"m"}"#,
          "200 allow/exact a.example [0] 'm'"
        ),
        (#"POST domains/deny/exact {"domain":"a.example"}"#, "201 deny/exact a.example [0]"),
        (
          #"PUT domains/allow/exact/a.example {"type":"deny","kind":"exact"}"#,
          "200 allow/exact a.example [0] 'm' !a.example: "
            + "UNIQUE constraint failed: domainlist.domain, domainlist.type"
        ),
        (
          #"PUT domains/allow/exact/a.example {"kind":"exact"}"#,
          "200 allow/exact a.example [0] 'm' !a.example: Field type missing from request"
        ),
      ]),
    GravityStory(
      "names of groups",
      [
        (#"POST groups {"name":"kids","comment":"c"}"#, "201 kids 'c'"),
        (#"PUT groups/kids {"name":"children","enabled":false}"#, "200"),
        (#"PUT groups/kids {"name":"others"}"#, "200"),
        ("GET groups", "200 Default 'The default group', children off"),
        (
          #"PUT groups/children {"name":"Default"}"#, "200 children off !children: UNIQUE constraint failed: group.name"
        ),
        (#"POST groups {"name":[null,"x"]}"#, "201 x !null: NOT NULL constraint failed: group.name"),
      ]),
    GravityStory(
      "a deleted group leaves nothing behind",
      [
        (#"POST groups {"name":"kids"}"#, "201 kids"),
        (#"POST clients {"client":"10.0.0.1","groups":[1]}"#, "201 10.0.0.1 [1]"),
        (#"POST lists?type=block {"address":"https://l.example","groups":[0,1]}"#, "201 block https://l.example [0,1]"),
        (#"POST domains/deny/regex {"domain":".*","groups":[1]}"#, "201 deny/regex .* [1]"),
        ("DELETE groups/kids", "204"),
        ("GET clients", "200 10.0.0.1 []"), ("GET lists", "200 block https://l.example [0]"),
        ("GET domains", "200 deny/regex .* []"),
        (#"POST groups {"name":"kids"}"#, "201 kids"), ("GET clients", "200 10.0.0.1 []"),
      ]),
    GravityStory(
      "the default group comes back empty",
      [
        (#"POST domains/deny/exact {"domain":"a.example"}"#, "201 deny/exact a.example [0]"),
        ("DELETE groups/Default", "204"), ("GET groups", "200 Default"),
        ("GET domains", "200 deny/exact a.example []"),
        (#"POST domains/deny/exact {"domain":"b.example"}"#, "201 deny/exact b.example [0]"),
      ]),
    GravityStory(
      "a default group whose name is taken does not",
      [
        (#"PUT groups/Default {"name":"Everyone"}"#, "200"), (#"POST groups {"name":"Default"}"#, "201 Default"),
        ("DELETE groups/Everyone", "204"),
        (#"POST domains/deny/exact {"domain":"a.example"}"#, "201 !a.example: FOREIGN KEY constraint failed"),
        ("DELETE groups/Default", "204"), ("GET groups", "200 Default"),
      ]),
    GravityStory(
      "what a path names",
      [
        (#"POST domains/deny/regex {"domain":["a b","a+b","a/b","a%20b"]}"#, "201 deny/regex a%20b [0]"),
        ("GET domains/deny/regex/a+b", "200 deny/regex a b [0]"),
        ("GET domains/deny/regex/a%2Bb", "200 deny/regex a+b [0]"),
        ("GET domains/deny/regex/a/b", "200 deny/regex a/b [0]"),
        ("GET domains/deny/regex/a%2520b", "200 deny/regex a%20b [0]"),
        ("GET domains/regex/a%20b?x=y", "200 deny/regex a b [0]"), ("GET domains/exact/a%20b", "200"),
        ("GET domains/deny/", "200 deny/regex a b [0], deny/regex a+b [0], deny/regex a/b [0], deny/regex a%20b [0]"),
        (
          "PUT domains/deny {}",
          "400 uri_error: Invalid request: Specify list to modify more precisely (/api/domains/deny)"
        ),
        ("DELETE domains/deny/regex/A%20b", "404"), ("DELETE domains/deny/regex/a%20b", "204"),
      ]),
    GravityStory(
      "two spellings of a letter are two names",
      [
        ("POST groups {\"name\":\"\u{e9}\"}", "201 \u{e9}"), ("POST groups {\"name\":\"e\u{301}\"}", "201 e\u{301}"),
        ("GET groups", "200 Default 'The default group', \u{e9}, e\u{301}"),
      ]),
    GravityStory(
      "lists need their type in the query",
      [
        (
          #"POST lists {"address":"a","type":"block"}"#,
          "400 bad_request: Invalid request: Specify type parameter (should be either \"allow\" or \"block\")"
        ),
        (#"POST lists?type=BLOCK {"address":["a","b"]}"#, "201 block b [0]"), ("GET lists?type=allow", "200"),
        (
          "GET lists?type=x",
          "400 bad_request: Invalid request: Invalid type parameter (should be either \"allow\" or \"block\") (type=x)"
        ),
        ("PUT lists/a?type=allow {}", "200 allow a [0]"), ("GET lists/a", "200 block a [0], allow a [0]"),
        (#"POST lists:batchDelete [{"item":"a","type":"deny"}]"#, "404"),
        (#"POST lists:batchDelete [{"item":"a","type":"block"},{"item":"x","type":"block"}]"#, "204"),
        ("GET lists", "200 block b [0], allow a [0]"),
      ]),
    GravityStory(
      "batches of what is no array of objects",
      [
        (
          "POST clients:batchDelete {}",
          "400 database_error: Could not remove entries from table (Argument is not an array)"
        ),
        (
          "POST clients:batchDelete 5",
          "400 database_error: Could not remove entries from table (Argument is not an array)"
        ),
        (
          "POST clients:batchDelete [7]",
          "400 bad_request: Invalid request: Batch delete requires an array of objects"
        ),
        (
          #"POST clients:batchDelete [{"item":7}]"#,
          #"400 bad_request: Invalid request: Batch delete requires an array of objects with "item" as string"#
        ),
      ]),
    GravityStory(
      "the switch of a household",
      [
        (
          #"PUT groups/kids {"enabled":false,"comment":"what the children use"}"#,
          "200 kids off 'what the children use'"
        ),
        (
          "GET groups",
          "200 Default 'The default group', kids off 'what the children use', "
            + "no-youtube off 'while there is homework'"
        ),
        ("GET clients", "200 192.168.1.21 [0,1] 'tablet', 192.168.1.22 [1] 'games console'"),
        (
          "GET domains",
          "200 allow/exact learn.school.example [0,1] 'homework', "
            + "deny/regex (^|\\.)youtube\\.com$ [2] 'by hand'"
        ),
        (
          "GET lists",
          "200 block https://lists.example/advertising.txt [0,1] 'came with it', "
            + "allow https://lists.example/needed.txt [0]"
        ),
      ], setting: { $0.gravity = Household.piHole(at: PiHoleTests.now).gravity }),
  ]
}
