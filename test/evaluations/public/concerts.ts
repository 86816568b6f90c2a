import {insert, type PublicSet} from "./dataset.ts";

/*
 * Based on the questions over the database "concert_singer" of Spider (Yu et al., 2018; CC BY-SA 4.0). The wording, the layer,
 * the SQL and all rows are our own; the names of tables and columns are the database's.
 */

const statements = [
  "create table stadium (stadium_id integer primary key, name varchar, location varchar, capacity integer)",
  insert("stadium", [
    [1, "North Park", "Kiel", 4000],
    [2, "Old Bridge", "Graz", 2600],
    [3, "Harbour Hall", "Gent", 12_000],
    [4, "West Field", "Brno", 52_000],
    [5, "Castle Yard", "Kiel", 3100],
  ]),
  "create table singer (singer_id integer primary key, name varchar, country varchar, song_release_year integer, age integer)",
  insert("singer", [
    [1, "Ines", "France", 2014, 52],
    [2, "Tom", "Netherlands", 1992, 25],
    [3, "Rosa", "France", 2013, 29],
    [4, "Jan", "Netherlands", 2003, 41],
    [5, "Ada", "France", 2008, 43],
    [6, "Lee", "United States", 1992, 32],
  ]),
  "create table concert (concert_id integer primary key, concert_name varchar, stadium_id integer, year integer)",
  insert("concert", [
    [1, "Openers", 1, 2014],
    [2, "Super Start", 2, 2014],
    [3, "Home Visits", 2, 2015],
    [4, "Week One", 3, 2014],
    [5, "Week Two", 4, 2015],
    [6, "Week Three", 2, 2015],
    [7, "Early", 3, 2013],
    [8, "Earlier", 3, 2012],
  ]),
  "create table singer_in_concert (concert_id integer, singer_id integer, primary key (concert_id, singer_id))",
  insert("singer_in_concert", [
    [1, 2],
    [1, 3],
    [1, 5],
    [2, 3],
    [2, 6],
    [3, 5],
    [4, 4],
    [5, 6],
    [5, 3],
    [6, 2],
    [7, 1],
    [8, 1],
  ]),
];

export const concerts: PublicSet = {
  name: "concerts",
  statements,
  graph: {
    models: [
      {
        name: "singers",
        table: {name: "singer"},
        primaryKey: ["singer_id"],
        dimensions: [
          {name: "singer_id", type: "number", column: "singer_id"},
          {name: "name", type: "string", column: "name"},
          {name: "country", type: "string", column: "country"},
          {name: "age", type: "number", column: "age"},
        ],
        measures: [
          {name: "count", type: "count", label: "Singers"},
          {name: "average_age", type: "avg", column: "age"},
          {name: "youngest", type: "min", column: "age", label: "Lowest age"},
          {name: "oldest", type: "max", column: "age", label: "Highest age"},
        ],
      },
      {
        name: "stadiums",
        table: {name: "stadium"},
        primaryKey: ["stadium_id"],
        dimensions: [
          {name: "stadium_id", type: "number", column: "stadium_id"},
          {name: "name", type: "string", column: "name"},
          {name: "location", type: "string", column: "location"},
          {name: "capacity", type: "number", column: "capacity"},
        ],
        measures: [
          {name: "average_capacity", type: "avg", column: "capacity"},
          {name: "largest_capacity", type: "max", column: "capacity"},
        ],
      },
      {
        name: "concerts",
        table: {name: "concert"},
        primaryKey: ["concert_id"],
        dimensions: [
          {name: "concert_id", type: "number", column: "concert_id"},
          {name: "name", type: "string", column: "concert_name"},
          {name: "stadium_id", type: "number", column: "stadium_id"},
          {name: "year", type: "number", column: "year"},
        ],
        measures: [{name: "count", type: "count", label: "Concerts"}],
      },
      {
        name: "appearances",
        description: "A singer in a concert",
        table: {name: "singer_in_concert"},
        primaryKey: ["concert_id", "singer_id"],
        dimensions: [
          {name: "concert_id", type: "number", column: "concert_id"},
          {name: "singer_id", type: "number", column: "singer_id"},
        ],
        measures: [{name: "count", type: "count"}],
      },
    ],
    joins: [
      {
        from: "concerts",
        to: "stadiums",
        relationship: "many_to_one",
        on: [{from: "stadium_id", to: "stadium_id"}],
      },
      {
        from: "appearances",
        to: "concerts",
        relationship: "many_to_one",
        on: [{from: "concert_id", to: "concert_id"}],
      },
      {
        from: "appearances",
        to: "singers",
        relationship: "many_to_one",
        on: [{from: "singer_id", to: "singer_id"}],
      },
    ],
  },
  cases: [
    {
      question: "What is the total number of singers?",
      query: {model: "singers", measures: ["singers.count"]},
      sql: "select count(*) from singer",
    },
    {
      question: "How old are singers from France: on average, at least and at most?",
      query: {
        model: "singers",
        measures: ["singers.average_age", "singers.youngest", "singers.oldest"],
        filters: [{field: "singers.country", op: "=", value: "France"}],
      },
      sql: "select avg(age), min(age), max(age) from singer where country = 'France'",
    },
    {
      question: "How many singers come from each country?",
      query: {model: "singers", dimensions: ["singers.country"], measures: ["singers.count"]},
      sql: "select country, count(*) from singer group by country",
    },
    {
      question: "Which names and countries do singers have, the oldest first?",
      query: {
        model: "singers",
        dimensions: ["singers.name", "singers.country", "singers.age"],
        orderBy: ["singers.age desc"],
      },
      sql: "select name, country, age from singer order by age desc",
    },
    {
      question: "Which countries have singers above the age of 40?",
      query: {
        model: "singers",
        dimensions: ["singers.country"],
        filters: [{field: "singers.age", op: ">", value: 40}],
      },
      sql: "select distinct country from singer where age > 40",
    },
    {
      question: "What are the largest and the average capacity of our stadiums?",
      query: {model: "stadiums", measures: ["stadiums.largest_capacity", "stadiums.average_capacity"]},
      sql: "select max(capacity), avg(capacity) from stadium",
    },
    {
      question: "How many concerts were in 2014 or in 2015?",
      query: {
        model: "concerts",
        measures: ["concerts.count"],
        filters: [{field: "concerts.year", op: "in", value: [2014, 2015]}],
      },
      sql: "select count(*) from concert where year in (2014, 2015)",
    },
    {
      question: "How many concerts did each stadium have?",
      query: {model: "concerts", dimensions: ["stadiums.name"], measures: ["concerts.count"]},
      sql: "select s.name, count(*) from concert join stadium s using (stadium_id) group by 1",
    },
    {
      question: "Which stadium had the most concerts since 2014?",
      query: {
        model: "concerts",
        dimensions: ["stadiums.name"],
        measures: ["concerts.count"],
        filters: [{field: "concerts.year", op: ">=", value: 2014}],
        orderBy: ["concerts.count desc"],
        limit: 1,
      },
      sql: `select s.name, count(*) from concert join stadium s using (stadium_id) where year >= 2014
        group by 1 order by 2 desc limit 1`,
    },
    {
      question: "How many singers were in each concert?",
      query: {model: "appearances", dimensions: ["concerts.name"], measures: ["appearances.count"]},
      sql: "select concert_name, count(*) from singer_in_concert join concert using (concert_id) group by 1",
    },
    {
      question: "Which singers were in a concert in 2014?",
      query: {
        model: "appearances",
        dimensions: ["singers.name"],
        filters: [{field: "concerts.year", op: "=", value: 2014}],
      },
      sql: `select distinct s.name from singer s join singer_in_concert using (singer_id)
        join concert using (concert_id) where year = 2014`,
    },
  ],
  unanswerable: ["How many tickets were sold for each concert?"],
};
